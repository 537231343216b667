/**
 * Analyses before a run what its script may send where: in the names that rules are written with, as the Gateway's decisions take it, and held against the
 * rules that refuse it whatever happens. A tool that the catalog does not know, or a name that leads to something else, makes all of it
 * unknown: a source under another name would be missed.
 */
import { varsMadeOfThemselves, type PreparedScript, type RunError } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ScriptFlows } from "../enforcement/call-guard.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import { analyseFlows } from "../policy/flow-analysis/analyse-flows.ts";
import { isServer } from "../policy/flow-analysis/calls.ts";
import { flowHits, type CompiledFlow, type FlowSource } from "../policy/flows.ts";
import { BODY, hasBodyAlias } from "../upstream/openapi/body-alias.ts";

interface ReadFlows {
  /** Undefined where it cannot be told: the order of calls decides then. */
  readonly flows: ScriptFlows | undefined;
  readonly error?: RunError;
}

const NOTHING_READ: ReadFlows = { flows: undefined };

export function readFlows(script: PreparedScript, catalog: Catalog, policy: PolicyInForce | undefined): ReadFlows {
  if (policy === undefined || policy.compiled.flows.length === 0) return NOTHING_READ;
  // A server under the name of something that is known to be none.
  if (catalog.servers.some(({ identifier }) => !isServer(identifier))) return NOTHING_READ;
  // `var mail = await mail.list()` is a server and a variable by one name.
  if (varsMadeOfThemselves(script.program).size > 0) return NOTHING_READ;
  const report = analyseFlows(script.program);
  if (report.kind === "unknown") return NOTHING_READ;
  const nameOf = namer(catalog);
  const hasAlias = (path: string): boolean =>
    catalog.servers.some(({ name, table }) => {
      const tool = path.startsWith(`${name}.`) ? table.find(path.slice(name.length + 1)) : undefined;
      return tool !== undefined && hasBodyAlias(tool);
    });
  const flows = new Map<string, readonly FlowSource[]>();
  for (const [written, sources] of report.calls) {
    // Writing to the store or running another script is no call of a tool.
    if (written.startsWith("@")) continue;
    const path = nameOf(written);
    if (path === undefined) return NOTHING_READ;
    const named: FlowSource[] = [...(flows.get(path) ?? [])];
    for (const source of sources) {
      const tool = source.tool?.startsWith("@") === true ? source.tool : nameOf(source.tool ?? "");
      if (tool === undefined) return NOTHING_READ;
      named.push({ ...source, tool, args: argsOf(source, path, hasAlias) });
    }
    flows.set(path, named);
  }
  const error = refusal(script, flows, policy.compiled.flows, nameOf);
  return error === undefined ? { flows } : { flows, error };
}

/** `body` may stand for all properties of a body, and a rule may be about one of them. */
function argsOf({ args }: FlowSource, sink: string, hasAlias: (path: string) => boolean): FlowSource["args"] {
  return args !== "all" && args.includes(BODY) && hasAlias(sink) ? "all" : args;
}

type NameOf = (written: string) => string | undefined;

/** From `server.tool` as the script writes it to the names that rules are written with. */
function namer(catalog: Catalog): NameOf {
  return (written) => {
    const dot = written.indexOf(".");
    const server = catalog.servers.find(({ identifier }) => identifier === written.slice(0, dot));
    const tool = server?.table.find(written.slice(dot + 1));
    return server === undefined || tool === undefined ? undefined : `${server.name}.${tool.name}`;
  };
}

/** Flows that a person may approve are left to the call. */
function refusal(
  script: PreparedScript,
  flows: ScriptFlows,
  rules: readonly CompiledFlow[],
  nameOf: NameOf,
): RunError | undefined {
  const all = new Set(flows.keys());
  for (const [path, sources] of flows) {
    for (const rule of rules) {
      if (rule.needsApproval || rule.mode !== "enforce" || !rule.to(path)) continue;
      const source = flowHits(rule, { sources, carried: [] }, all);
      if (source === undefined) continue;
      const sink = script.calls.find(({ server, tool }) => nameOf(`${server}.${tool}`) === path);
      const into = source.args === "all" ? "" : ` in ${source.args.join(", ")}`;
      return {
        code: "POLICY_DENIED",
        message: rule.message ?? `The result of ${source.tool} may reach ${path}${into}, which the policy denies.`,
        rule: rule.rule,
        ...sink?.place,
        hint: "Nothing was called: the script was checked before it ran.",
      };
    }
  }
  return undefined;
}
