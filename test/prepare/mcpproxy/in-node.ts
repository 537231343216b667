/** A rewritten script run without an isolate, and the same script as its author means it: with a synchronous `call_tool`. */
import { setImmediate } from "node:timers/promises";
import { createContext, runInContext, runInThisContext } from "node:vm";
import { extend as extendCallTool } from "../../../dialects/mcpproxy/guest/call-tool.js";
import { extend as extendLast } from "../../../dialects/mcpproxy/guest/last.js";
import { extend as extendSync } from "../../../dialects/mcpproxy/guest/sync.js";
import { LAST, SYNC } from "../../../dialects/mcpproxy/reserved-names.ts";
import { mcpproxyRewrite } from "../../../dialects/mcpproxy/rewrite.ts";
import { CallPromises } from "../../../worker-loader/guest/call-promises.js";
import { prepareScript } from "../../../worker-loader/prepare/prepare.ts";

/** `value` is JSON text. */
type Ended = { readonly value: string | undefined } | { readonly thrown: string } | { readonly refused: string };

export interface Traced {
  readonly ended: Ended;
  /** Every call, in order. */
  readonly calls: readonly string[];
}

export interface Rewritten extends Traced {
  readonly text: string;
  /** Whether calls of async functions wait for what these do before their first `await`. */
  readonly isDivided: boolean;
}

/** What tools answer; a tool named `fail` fails. */
function answer(tool: string, args: Record<string, unknown>): unknown {
  if (tool === "fail") throw Object.assign(new Error("failed"), { failure: { code: "TOOL_ERROR", message: "failed" } });
  const { value } = args;
  switch (tool) {
    case "echo":
      return value;
    case "list":
      return [3, 1, 2].map((n) => n * Number(value ?? 1));
    default:
      return { tool, value };
  }
}

export async function runAsMeant(code: string): Promise<Traced> {
  const calls: string[] = [];
  const call_tool = (server: string, tool: string, args: Record<string, unknown> = {}): unknown => {
    calls.push(`${server}.${tool} ${JSON.stringify(args)}`);
    try {
      return { ok: true, result: answer(tool, args) };
    } catch (error) {
      return { ok: false, error: (error as { failure: unknown }).failure };
    }
  };
  try {
    const call_tools = (requests: { server: string; tool: string; args?: Record<string, unknown> }[]): unknown =>
      requests.map(({ server, tool, args }) => call_tool(server, tool, args));
    const value: unknown = runInContext(code, createContext({ call_tool, call_tools, input: {} }), { timeout: 10_000 });
    await setImmediate();
    return { ended: { value: JSON.stringify(value) }, calls };
  } catch (error) {
    return { ended: { thrown: describe(error) }, calls };
  }
}

export async function runRewritten(code: string): Promise<Rewritten> {
  const calls: string[] = [];
  const scope = new Map<string, unknown>([["input", {}]]);
  const lastStatement = Promise.withResolvers<void>();
  const promises = new CallPromises();
  const kit = {
    scope,
    registerOpaque: () => undefined,
    answer: promises.make.bind(promises),
    readLast: () => lastStatement.promise,
    tick: () => 0 as const,
    describe,
    failureOf: (error: unknown) => (error as { failure?: unknown } | undefined)?.failure,
    call: async (server: string, tool: string, args: Record<string, unknown>) => {
      calls.push(`${server}.${tool} ${JSON.stringify(args)}`);
      await Promise.resolve();
      return answer(tool, args);
    },
  };
  const prepared = await prepareScript(code, "javascript", noTranspiler, [], [mcpproxyRewrite]);
  if (!prepared.ok) return { ended: { refused: prepared.error.message }, calls, text: code, isDivided: false };
  const { mentions } = prepared.script;
  const extensions = [
    extendCallTool,
    ...(mentions.has(SYNC) ? [extendSync] : []),
    ...(mentions.has(LAST) ? [extendLast] : []),
  ];
  for (const extend of extensions) {
    for (const [name, value] of Object.entries(extend(kit as never))) scope.set(name, value);
  }
  const { text, parameters } = prepared.script.toModule([...scope.keys()]);
  const isDivided = text.includes(`${SYNC}.s()`);
  const make = runInThisContext(`'use strict'; (${text.replace("export default ", "").replace(/;\s*$/, "")})`);
  try {
    const value: unknown = await make(() => 0)(...parameters.map((name) => scope.get(name)))();
    lastStatement.resolve();
    await setImmediate();
    return { ended: { value: JSON.stringify(value) }, calls, text, isDivided };
  } catch (error) {
    return { ended: { thrown: describe(error) }, calls, text, isDivided };
  }
}

function noTranspiler(): Promise<never> {
  return Promise.reject(new Error("not needed"));
}

function describe(error: unknown): string {
  return error !== null && typeof error === "object" && "name" in error && "message" in error
    ? `${String(error.name)}: ${String(error.message)}`
    : String(error);
}
