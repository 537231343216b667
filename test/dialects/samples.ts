/**
 * A sample is a script as somebody would have written it for another system, in a file of its own. Its first line says
 * what has to come of it:
 *
 *     // value: JSON        exactly this
 *     // like: JSON         at least this, as `toMatchObject` has it
 *     // error: JSON        fails with at least this; `says` is a part of the message
 */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Envelope } from "../support/answer.ts";
import { connect, execute } from "../support/client.ts";

interface Sample {
  readonly name: string;
  readonly code: string;
  readonly kind: "value" | "like" | "error";
  readonly want: unknown;
}

/** @param files path → text @param atLeast so many files there have to be */
export function runSamples(files: Readonly<Record<string, string>>, atLeast: number): void {
  const samples = Object.entries(files).map(readSample);
  describe("samples", () => {
    let client: Client;
    beforeAll(async () => {
      client = await connect();
    });
    afterAll(() => client.close());

    it(`are at least ${atLeast}`, () => {
      expect(samples.length).toBeGreaterThanOrEqual(atLeast);
    });

    it.each(samples.filter(({ kind }) => kind === "value"))("$name", async ({ code, want }) => {
      expect(await run(client, code, want)).toEqual({ ok: true, value: want });
    });

    it.each(samples.filter(({ kind }) => kind !== "value"))("$name", async ({ code, kind, want }) => {
      const wanted = kind === "error" ? { ok: false, error: want } : { ok: true, value: want };
      expect(await run(client, code, want)).toMatchObject(wanted);
    });
  });
}

async function run(client: Client, code: string, want: unknown): Promise<object> {
  return comparable(await execute(client, { code, input: { day: "2026-11-21" } }), want);
}

/** A message that says what is wanted is replaced by just that. */
function comparable(
  { ok, value, error }: Envelope,
  want: unknown,
): Pick<Envelope, "ok" | "value"> & { error?: object } {
  if (error === undefined) return { ok, value };
  const { says } = Object(want) as { readonly says?: string };
  const heard = says !== undefined && error.message.includes(says) ? says : error.message;
  return { ok, value, error: { ...error, says: heard } };
}

/** The first line stays: a script may begin with a comment, and lines count as in the file. */
function readSample([path, code]: readonly [string, string]): Sample {
  const [, kind, json] = /^\/\/ (value|like|error): (.*)\n/.exec(code) ?? [];
  if (kind === undefined || json === undefined) throw new Error(`${path} does not say what has to come of it.`);
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { name, code, kind: kind as Sample["kind"], want: JSON.parse(json) as unknown };
}
