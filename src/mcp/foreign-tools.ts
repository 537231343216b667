/**
 * Tools of other code-mode systems, with their names and arguments, so that prompts and clients written for them work here. They are
 * not listed: each tool costs tokens, and the two of the gateway do the same.
 */
import * as z from "zod";
import type { CallFailure } from "../../worker-loader/index.ts";
import type { NamedServer } from "../catalog/find-server.ts";
import type { ForeignToolName } from "../catalog/foreign-tool-names.ts";
import type { Result } from "../lib/result.ts";
import { jsonOrText } from "../lib/parse-json.ts";
import { singleCall } from "../runs/single-call.ts";
import { quote } from "../lib/shorten.ts";
import { splitToolName } from "../lib/split-tool-name.ts";

/**
 * `structured`: execbox's clients read structured content; `mcpproxy`: errors as MCPProxy documents them; `direct`: the result of one
 * tool as its upstream gives it.
 */
export type ResultForm = "structured" | "mcpproxy" | "direct";

/** A call of a foreign tool, in terms of the gateway's own two. */
export type ForeignCall =
  | {
      readonly kind: "execute";
      readonly request: unknown;
      /** Absent for the gateway's own. */
      readonly form?: ResultForm;
    }
  | { readonly kind: "search"; readonly request: unknown }
  | { readonly kind: "list"; readonly request: unknown };

type Understand = (args: unknown, servers: readonly NamedServer[]) => Result<ForeignCall, CallFailure>;

const limit = z.int().min(1).max(100).optional();

const findSchema = z.strictObject({
  description: z.string().optional(),
  limit,
  page: z.literal(1).optional(),
  depth: z.int().min(0).max(2).optional(),
  confidence_threshold: z.number().min(0).max(1).optional(),
});

/** The last five ask for remarks about the search that this gateway's answer has no place for, or has anyway. */
const retrieveSchema = z.strictObject({
  query: z.string(),
  limit,
  detail: z.enum(["compact", "full"]).optional(),
  read_only_only: z.boolean().optional(),
  exclude_destructive: z.boolean().optional(),
  exclude_open_world: z.literal(false, "no search here leaves out tools of an open world").optional(),
  include_stats: z.boolean().optional(),
  include_disabled: z.boolean().optional(),
  include_session_risk_warning: z.boolean().optional(),
  debug: z.boolean().optional(),
  explain_tool: z.string().optional(),
});

const searchSchema = z.strictObject({ query: z.string().optional(), limit });

/** Models send objects as JSON text, too. */
const runSchema = z.strictObject({
  tool: z.string(),
  parameters: z.preprocess(parsedText, z.record(z.string(), z.unknown())).optional(),
  dry_run: z.boolean().optional(),
});

const TOOLS: Readonly<Record<ForeignToolName, Understand>> = {
  // MCPProxy
  code_execution: (args) => ({ ok: true, value: { kind: "execute", request: args, form: "mcpproxy" } }),
  // There a tool without annotations is destructive, which none is here: what is known to read is left.
  retrieve_tools: checked(
    retrieveSchema,
    ({ query, limit: max, detail, read_only_only: readOnly, exclude_destructive: harmless }) =>
      searchFor(query, max, {
        ...(detail === "full" && { detail }),
        ...((readOnly || harmless) && { read_only: true }),
      }),
  ),
  // NCP. Its `code` is also the tool of codemode; `timeout` beside the code is accepted by the run itself.
  code: execute,
  find: checked(findSchema, ({ description, limit: max, depth }) =>
    searchFor(description, max, depth === 0 ? { detail: "names" } : {}),
  ),
  run: checked(runSchema, ({ tool, parameters = {}, dry_run: isDry }, servers) => {
    const named = splitToolName(tool);
    if (named === undefined) return invalid(`tool: write server:tool instead of ${quote(tool)}`);
    const call = singleCall(servers, named.server, named.tool, parameters);
    return call.ok ? execute({ ...call.value, ...(isDry && { options: { dry_run: true } }) }) : call;
  }),
  // execbox
  mcp_execute_code: (args) => ({ ok: true, value: { kind: "execute", request: args, form: "structured" } }),
  mcp_code: (args) => ({ ok: true, value: { kind: "execute", request: args, form: "structured" } }),
  mcp_search_tools: checked(searchSchema, ({ query, limit: max }) => searchFor(query, max)),
  // codemode, which searches with a script where it has an API description
  execute,
  search: (args, servers) =>
    args !== null && typeof args === "object" && "code" in args
      ? execute(args)
      : checked(searchSchema, ({ query, limit: max }) => searchFor(query, max))(args, servers),
  // codemode-mcp
  list_servers_with_tools: checked(z.strictObject({}), () => ({ ok: true, value: { kind: "list", request: {} } })),
};

/** @returns undefined for a name that no known system has */
export function foreignCall(
  name: string,
  args: unknown,
  servers: readonly NamedServer[],
): Result<ForeignCall, CallFailure> | undefined {
  return isForeign(name) ? TOOLS[name](args ?? {}, servers) : undefined;
}

function isForeign(name: string): name is ForeignToolName {
  return Object.hasOwn(TOOLS, name);
}

function execute(request: unknown): Result<ForeignCall, CallFailure> {
  return { ok: true, value: { kind: "execute", request } };
}

function parsedText(value: unknown): unknown {
  return typeof value === "string" ? jsonOrText(value) : value;
}

function searchFor(
  query: string | undefined,
  max: number | undefined,
  more: object = {},
): Result<ForeignCall, CallFailure> {
  const request = { ...(query !== undefined && { query }), ...(max !== undefined && { limit: max }), ...more };
  return { ok: true, value: { kind: "search", request } };
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  understand: (args: z.output<Schema>, servers: readonly NamedServer[]) => Result<ForeignCall, CallFailure>,
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
