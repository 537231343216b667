/** Builds the ledger's record of a run from its request alone. */
import type { RunVia } from "../contract/run-states.ts";
import type { RunOpening } from "../ledger/run-record.ts";
import { isDeeper } from "../lib/nesting.ts";
import { MAX_CODE_LENGTH } from "../../worker-loader/index.ts";

/** The sender of a run's request, and the run or schedule it belongs to. */
export interface RunOrigin {
  readonly via: RunVia;
  /** In its own words; untrusted. */
  readonly client: string;
  readonly parent?: string;
  readonly replayOf?: string;
  /** W3C Trace Context of the asker, as it came. */
  readonly traceparent?: string;
}

/** Information about the sender, from the request. */
export type ClientInfo = Pick<RunOrigin, "client" | "traceparent">;

/** The record is cut shorter once secrets are redacted: half a secret is not recognized. */
const MAX_CLIENT_LENGTH = 8_000;
const MAX_TRACEPARENT_LENGTH = 200;
/** Maximum length at which refused input and options are recorded. */
const MAX_REFUSED_LENGTH = 20_000;
const MAX_LEVELS = 1_000;

/**
 * @param args the arguments as they came, of any shape: a request that is refused is recorded, too
 * @param before identity of the run before it was cut off
 */
export function newOpening(
  args: unknown,
  { via, client, parent, replayOf, traceparent }: RunOrigin,
  before?: Pick<RunOpening, "id" | "seed" | "startedAt">,
): RunOpening {
  const { code, language, input, options } = args !== null && typeof args === "object" ? (args as RunArguments) : {};
  const startedAt = before?.startedAt ?? Date.now();
  return {
    id: before?.id ?? newRunId(startedAt),
    via,
    client: client.replaceAll(/[\0-\x1f\x7f]/g, " ").slice(0, MAX_CLIENT_LENGTH),
    // One character more than the limit, so that a script that was refused for its length is still too long when it is run again.
    code: typeof code === "string" ? code.slice(0, MAX_CODE_LENGTH + 1) : "",
    ...((language === "javascript" || language === "typescript") && { language }),
    input: shortJson(input),
    options: shortJson(options),
    startedAt,
    seed: before?.seed ?? crypto.getRandomValues(new Uint8Array(16)).toHex(),
    ...(parent !== undefined && { parent }),
    ...(replayOf !== undefined && { replayOf }),
    ...(traceparent !== undefined && { traceparent: traceparent.slice(0, MAX_TRACEPARENT_LENGTH) }),
  };
}

interface RunArguments {
  readonly code?: unknown;
  readonly language?: unknown;
  readonly input?: unknown;
  readonly options?: unknown;
}

function shortJson(value: unknown): string {
  // Writing it would exhaust the stack.
  if (isDeeper(value, MAX_LEVELS)) return JSON.stringify(`… nested more than ${MAX_LEVELS} levels deep`);
  const text = JSON.stringify(value) ?? "{}";
  return text.length > MAX_REFUSED_LENGTH ? JSON.stringify(`… ${text.length} characters`) : text;
}

/** @returns whether an input stands there by its length only, so that the run cannot be made again */
export function isShortened(json: string): boolean {
  return /^"… (?:\d+ characters|nested more than \d+ levels deep)"$/.test(json);
}

/** Sorts by time; 80 random bits. */
function newRunId(now: number): string {
  return `r_${now.toString(36)}${crypto.getRandomValues(new Uint8Array(10)).toHex()}`;
}
