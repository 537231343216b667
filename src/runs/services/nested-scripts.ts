/**
 * `scripts.name(input)` inside a script: another run, of a saved script, with what its caller may do and no more: the same servers,
 * the rest of its time, and calls out of the same budget. At most three levels, so that with the caller's own four isolates
 * run at once, which is what the platform allows; for the same reason one at a time per script.
 */
import type { CallFailure, Question } from "../../../worker-loader/index.ts";
import * as z from "zod";
import { parseForScript } from "../../lib/exact-json.ts";
import { isRecord } from "../../lib/is-record.ts";
import { invalidArgs, service, type Services } from "./service.ts";

const MAX_LEVELS = 3;

export interface NestedRun {
  readonly ok: boolean;
  /** JSON text. */
  readonly value?: string;
  readonly error?: Pick<CallFailure, "code" | "message" | "rule" | "retry_after_ms" | "retryable"> & {
    /** The line of the saved script. */
    readonly line?: number;
  };
}

interface Nesting {
  /** Names of the saved scripts that are being run, outermost first. */
  readonly chain: readonly string[];
  /** The name of a saved script in another spelling; undefined if it fits none. */
  readonly nameOf?: (spelled: string) => Promise<string | undefined>;
  readonly run: (name: string, input: unknown, number?: number) => Promise<NestedRun>;
}

const RUN = "scripts.run";

/** Names are at the beginning of the arguments, as the guest's extensions write them; the input after them may be long, and is not parsed. */
const NAME_OF_SCRIPT = /^\{"name":"([\w-]{1,100})"[,}]/;

/** @returns `scripts.name` for the call of a saved script, as the log names it; else the service */
export function nameOfQuestion({ service: asked, args }: Question): string {
  const name = asked === RUN ? NAME_OF_SCRIPT.exec(args)?.[1] : undefined;
  return name === undefined ? asked : `scripts.${name}`;
}

const MAX_NAME_CHARS = 100;

const schema = z.strictObject({ name: z.string().max(MAX_NAME_CHARS), input: z.unknown().optional() });

export function nestedScripts({ chain, run, nameOf }: Nesting): Services {
  let last: Promise<unknown> = Promise.resolve();
  return {
    [RUN]: service(schema, "scripts.name(input) takes one value.", async ({ name: spelled, input }, number) => {
      const found = await nameOf?.(spelled);
      const meant = found === undefined ? await nameOf?.(nameIn(input)) : undefined;
      if (meant !== undefined) return notByFunction(spelled, meant);
      const name = found ?? spelled;
      const path = [...chain, name].join(" → ");
      if (chain.includes(name)) return invalidArgs(`scripts.${name} would call itself: ${path}.`);
      if (chain.length >= MAX_LEVELS) return invalidArgs(`scripts.${name} is nested too deeply: ${path}.`);
      const turn = last;
      const running = turn.then(() => run(name, input, number));
      last = running.catch(() => undefined);
      const { ok, value, error } = await running;
      if (ok) return { ok: true, value: value === undefined ? null : parseForScript(value) };
      const { code = "INTERNAL_ERROR", message = "", line, rule, retry_after_ms, retryable } = error ?? {};
      const decided = {
        ...(rule !== undefined && { rule }),
        ...(retry_after_ms !== undefined && { retry_after_ms }),
        ...(retryable && { retryable }),
      };
      const where = line === undefined ? "" : ` (line ${line})`;
      return { ok: false, error: { code, message: `scripts.${name}${where}: ${message}`, ...decided } };
    }),
  };
}

/** @returns the name in `scripts.run("name", { … })` and `scripts.run({ name: "name" })`; empty if there is none */
function nameIn(input: unknown): string {
  const name = isRecord(input) ? input["name"] : input;
  return typeof name === "string" && name.length <= MAX_NAME_CHARS ? name : "";
}

function notByFunction(wrong: string, name: string): { readonly ok: false; readonly error: CallFailure } {
  const member = /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`;
  const message = `There is no saved script ${wrong}. A saved script is called by its name: await scripts${member}({ … }).`;
  return { ok: false, error: { code: "SCRIPT_NOT_FOUND", message } };
}
