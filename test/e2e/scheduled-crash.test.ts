/** workerd is killed while the run of a schedule goes on: the run goes on where it was, once. */
import { rm } from "node:fs/promises";
import { expect, inject, it } from "vitest";
import { startWorkerd } from "../support/workerd/gateway.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const SCRIPT = `await store.put("begun", (await store.get("begun") ?? 0) + 1);
await sleep(2_000);
await store.put("ended", (await store.get("ended") ?? 0) + 1);`;

/** A run that may wait for a person has a journal, from the beginning. */
const policy = { version: "1", default: "allow", tools: { "notes.delete_*": { require_approval: true } } };

const ASKED = `[await store.get("begun"), await store.get("ended")]`;

interface Execution {
  readonly ok: boolean;
  readonly run: string;
}

it("resumes the run of a schedule that a crash cut off, and counts it once", { timeout: 60_000 }, async () => {
  const directory = await temporaryDirectory();
  const start = async () => {
    const gateway = await startWorkerd({
      bundle: inject("bundle"),
      directory,
      mcpServers: { notes: { type: "local" } },
      policy,
    });
    const call = async (path: string, body?: object): Promise<unknown> => {
      const posted = body && { method: "POST", body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${gateway.port}/api/v1/${path}`, posted);
      const text = await response.text();
      expect(response.status, `${path}: ${text}`).toBeLessThan(300);
      return JSON.parse(text) as unknown;
    };
    const counts = async () => ((await call("code/exec", { code: ASKED })) as { result: unknown }).result;
    return { gateway, call, counts };
  };
  try {
    const first = await start();
    await first.call("schedules", { name: "nightly", schedule: "every day", code: SCRIPT, max_executions: 1 });
    await first.call("schedules/nightly/run", {});
    await expect.poll(first.counts, { timeout: 15_000 }).toStrictEqual([1, null]);
    await first.gateway.kill();
    const second = await start();
    try {
      await expect.poll(second.counts, { timeout: 30_000 }).toStrictEqual([1, 1]);
      const read = async () => (await second.call("schedules/nightly/executions")) as { executions: Execution[] };
      await expect
        .poll(async () => (await read()).executions.map(({ ok }) => ok), { timeout: 15_000 })
        .toStrictEqual([true]);
      expect(await second.call("schedules/nightly")).toMatchObject({ runs: 1 });
    } finally {
      await second.gateway.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
