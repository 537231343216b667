/**
 * Says whether a policy decides on a tool apart from another tool of its server that reaches the same. A GraphQL server's `query` asks for what each of the
 * other tools is there for, and rules about those are not applied to its calls: what they restrict must not be asked for through it. In doubt a tool is decided on apart.
 */
import { patternsOf } from "../policy/document/named-tools.ts";
import { modeOf, type PolicyDocument } from "../policy/document/document.ts";
import type { CompiledRule } from "../policy/compile.ts";
import { isHidden } from "../policy/decide.ts";
import { classify } from "../policy/tiers.ts";
import { toolPattern, type ToolPattern } from "../policy/values/tool-pattern.ts";
import type { DecidesApart } from "../upstream/open-options.ts";
import type { PolicyInForce } from "./policy-in-force.ts";

export function decidesApart(policy: PolicyInForce, server: string): DecidesApart {
  const { compiled } = policy;
  if (compiled.mode === "log_only") return () => undefined;
  // Most servers are never asked about.
  let asked: Asked | undefined;
  return (tool, through) => {
    asked ??= askedOf(policy);
    const { patterns, readsTier, readsName } = asked;
    const path = `${server}.${tool.name}`;
    const passed = `${server}.${through.name}`;
    if (isHidden(compiled, path)) return "hidden";
    const own = compiled.rulesFor(path);
    const others = compiled.rulesFor(passed);
    const isUnlisted = compiled.default === "deny" && !own.isListed;
    const hasOwnRule = own.rules.some((rule) => !others.rules.includes(rule) && isRestricting(rule));
    const hasOwnTier = own.tierOf(classify(tool).tier) !== others.tierOf(classify(through).tier);
    const isApart =
      isUnlisted ||
      hasOwnRule ||
      (hasOwnTier && readsTier) ||
      readsName.some((pattern) => pattern.matches(passed)) ||
      patterns.some((pattern) => pattern.matches(path) && !pattern.matches(passed));
    return isApart ? "ruled" : undefined;
  };
}

interface Asked {
  /** Outside of the keys of `tools` and `tiers`, which are compared as they are compiled. */
  readonly patterns: readonly ToolPattern[];
  /** Presets decide by tiers, and conditions may read them. */
  readonly readsTier: boolean;
  /** Tools on which a rule decides by their names. */
  readonly readsName: readonly ToolPattern[];
}

function askedOf({ compiled, document, originals }: PolicyInForce): Asked {
  const { tools = {}, all_tools } = document;
  const places = [...patternsOf(document)].filter(({ path, text }) => restricts(document, path, text));
  const rules = [...Object.entries(tools), ["*", all_tools] as const];
  return {
    patterns: places.map(({ text }) => toolPattern(text, originals)),
    readsTier: compiled.preset !== undefined || reads([tools, all_tools], "tier"),
    readsName: rules.filter(([, rule]) => reads(rule, "name")).map(([name]) => toolPattern(name, originals)),
  };
}

function isRestricting({ mode, action, require, denyIf, ask, limits }: CompiledRule): boolean {
  if (limits.some((limit) => limit.mode === "enforce")) return true;
  return mode === "enforce" && (action !== "allow" || require.length + denyIf.length + ask.length > 0);
}

/** @returns true if the pattern of the place restricts the tools that it matches */
function restricts(document: PolicyDocument, path: readonly PropertyKey[], text: string): boolean {
  const { mode = "enforce", flows = [], data = [], labels = {} } = document;
  const [part, at, key] = path;
  const isLabel = Object.hasOwn(labels, text);
  switch (part) {
    case "tools":
      // Conditions about earlier calls, which would not find the call under the name of the other tool.
      return path.length > 2;
    case "flows":
      return !isLabel && modeOf(flows[Number(at)]?.mode, mode) === "enforce";
    case "data": {
      const rule = data[Number(at)];
      return !isLabel && key === "tools" && rule?.action !== "report" && modeOf(rule?.mode, mode) === "enforce";
    }
    default:
      return part === "all_tools" || part === "labels";
  }
}

/** Conditions have the path `tool.…` with this field, or may have it in another spelling. */
const FIELDS = {
  tier: /"(?:outer\.)*tool(?:\.tier|\[)/,
  name: /"(?:outer\.)*tool(?:\.name|\[)/,
};

function reads(rules: unknown, field: keyof typeof FIELDS): boolean {
  return FIELDS[field].test(JSON.stringify(rules ?? null));
}
