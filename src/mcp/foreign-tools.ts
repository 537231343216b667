/**
 * Tools of other code-mode systems, with their names and arguments, so that prompts and clients written for them work here. They are
 * not listed: each tool costs tokens, and the two of the gateway do the same.
 */
import * as z from "zod";
import type { CallFailure } from "../../worker-loader/index.ts";
import type { Result } from "../lib/result.ts";
import { singleCall } from "../runs/single-call.ts";

/** `structured`: execbox's clients read structured content; `direct`: the result of one tool as its upstream gives it. */
export type AnswerForm = "structured" | "direct";

/** A call of a foreign tool, in terms of the gateway's own two. */
export type ForeignCall =
  | {
      readonly kind: "execute";
      readonly request: unknown;
      /** Absent for the gateway's own. */
      readonly form?: AnswerForm;
    }
  | { readonly kind: "search"; readonly request: unknown }
  | { readonly kind: "list"; readonly request: unknown };

/** @param servers names of all servers */
type Understand = (args: unknown, servers: readonly string[]) => Result<ForeignCall, CallFailure>;

const limit = z.int().min(1).max(100).optional();

const findSchema = z.strictObject({
  description: z.string().optional(),
  limit,
  page: z.literal(1).optional(),
  depth: z.int().min(0).max(2).optional(),
  confidence_threshold: z.number().min(0).max(1).optional(),
});

const retrieveSchema = z.strictObject({ query: z.string(), limit });

const searchSchema = z.strictObject({ query: z.string().optional(), limit });

const runSchema = z.strictObject({
  tool: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

const TOOLS: Readonly<Record<string, Understand>> = {
  // MCPProxy
  code_execution: execute,
  retrieve_tools: checked(retrieveSchema, ({ query, limit: most }) => searchFor(query, most)),
  // NCP. Its `code` is also the tool of codemode; `timeout` beside the code is accepted by the run itself.
  code: execute,
  find: checked(findSchema, ({ description, limit: most, depth }) =>
    searchFor(description, most, depth === 0 ? "names" : undefined),
  ),
  run: checked(runSchema, ({ tool, parameters = {} }, servers) => {
    const at = tool.search(/[:.]/);
    if (at < 1) return invalid(`tool: write server:tool instead of ${JSON.stringify(tool.slice(0, 100))}`);
    const call = singleCall(servers, tool.slice(0, at), tool.slice(at + 1), parameters);
    return call.ok ? { ok: true, value: { kind: "execute", request: call.value } } : call;
  }),
  // execbox
  mcp_execute_code: (args) => ({ ok: true, value: { kind: "execute", request: args, form: "structured" } }),
  mcp_code: (args) => ({ ok: true, value: { kind: "execute", request: args, form: "structured" } }),
  mcp_search_tools: checked(searchSchema, ({ query, limit: most }) => searchFor(query, most)),
  // codemode, which searches with a script where it has an API description
  execute,
  search: (args, servers) =>
    args !== null && typeof args === "object" && "code" in args
      ? execute(args)
      : checked(searchSchema, ({ query, limit: most }) => searchFor(query, most))(args, servers),
  // codemode-mcp
  list_servers_with_tools: checked(z.strictObject({}), () => ({ ok: true, value: { kind: "list", request: {} } })),
};

/** @returns undefined for a name that no known system has */
export function foreignCall(
  name: string,
  args: unknown,
  servers: readonly string[],
): Result<ForeignCall, CallFailure> | undefined {
  return Object.hasOwn(TOOLS, name) ? TOOLS[name]?.(args ?? {}, servers) : undefined;
}

function execute(request: unknown): Result<ForeignCall, CallFailure> {
  return { ok: true, value: { kind: "execute", request } };
}

function searchFor(
  query: string | undefined,
  most: number | undefined,
  detail?: "names",
): Result<ForeignCall, CallFailure> {
  const request = {
    ...(query !== undefined && { query }),
    ...(most !== undefined && { limit: most }),
    ...(detail && { detail }),
  };
  return { ok: true, value: { kind: "search", request } };
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  understand: (args: z.output<Schema>, servers: readonly string[]) => Result<ForeignCall, CallFailure>,
): Understand {
  return (args, servers) => {
    const parsed = schema.safeParse(args);
    if (parsed.success) return understand(parsed.data, servers);
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
    return invalid(problems.join("; "));
  };
}

function invalid(message: string): Result<never, CallFailure> {
  return { ok: false, error: { code: "INVALID_ARGS", message } };
}
