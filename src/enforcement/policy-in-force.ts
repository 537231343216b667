/** The policy of a configuration, compiled once, with the hash by which the ledger names it. */
import { sha256Now } from "../lib/hash.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { mayConcern, type OriginalPaths } from "../policy/values/tool-pattern.ts";
import { compilePolicy, type CompiledPolicy } from "../policy/compile.ts";
import { isHidden } from "../policy/decide.ts";
import type { PolicyDocument } from "../policy/document/document.ts";
import { renamedTools } from "./renamed-tools.ts";

export interface PolicyInForce {
  readonly document: PolicyDocument;
  /** SHA-256 of the document's JSON text, hex, shortened. */
  readonly hash: string;
  readonly compiled: CompiledPolicy;
  readonly originals: OriginalPaths;
}

type PolicyConfig = Pick<GatewayConfig, "policy"> & Partial<Pick<GatewayConfig, "mcpServers">>;

const HASH_CHARS = 16;

/** Caches compiled policies by the renamed tools as text: an upstream that is added while the gateway runs may rename tools, too. */
const known = new WeakMap<PolicyDocument, Map<string, PolicyInForce>>();
const MAX_KNOWN = 20;

/** @param config its servers say which tools are renamed @returns the same object for the same policy and the same renamed tools */
export function policyInForce({ policy, mcpServers = {} }: PolicyConfig): PolicyInForce | undefined {
  if (policy === undefined) return undefined;
  let ofPolicy = known.get(policy);
  if (ofPolicy === undefined) known.set(policy, (ofPolicy = new Map<string, PolicyInForce>()));
  const { text, originals } = renamedTools(mcpServers);
  let inForce = ofPolicy.get(text);
  if (inForce === undefined) {
    inForce = compileInForce(policy, originals);
    if (ofPolicy.size >= MAX_KNOWN) ofPolicy.clear();
    ofPolicy.set(text, inForce);
  }
  return inForce;
}

export function compileInForce(document: PolicyDocument, originals: OriginalPaths): PolicyInForce {
  return { document, hash: policyHash(document), compiled: compilePolicy(document, originals), originals };
}

function policyHash(document: PolicyDocument): string {
  return sha256Now(JSON.stringify(document)).slice(0, HASH_CHARS);
}

/** @returns true if a call may have to wait for a person: a rule can ask for it, or the document says how long such calls wait */
export function mayAsk({ document }: PolicyInForce): boolean {
  const { all_tools, tools = {}, flows = [], preset, approvals } = document;
  const rules = [...Object.values(tools), ...(all_tools ? [all_tools] : [])];
  return (
    approvals !== undefined ||
    preset === "ask-before-write" ||
    preset === "ask-before-destructive" ||
    flows.some(({ unless }) => unless !== undefined) ||
    rules.some((rule) => ("action" in rule && rule.action === "require_approval") || asks(rule.require_approval))
  );
}

/** @returns true if a rule may concern a tool of the server; in doubt, too */
export function governs({ document }: PolicyInForce, server: string): boolean {
  const { default: fallback, preset, all_tools, tools = {}, hide = [], flows = [], data = [] } = document;
  const concernsAll = fallback === "deny" || preset !== undefined || all_tools !== undefined;
  const patterns = [...Object.keys(tools), ...hide];
  return concernsAll || flows.length > 0 || data.length > 0 || patterns.some((one) => mayConcern(one, server));
}

function asks(approval: unknown): boolean {
  return approval !== undefined && approval !== false;
}

/** @returns true if every tool that the server could have is hidden, so that the server itself must not be named either */
export function hidesServer({ compiled }: PolicyInForce, server: string): boolean {
  return isHidden(compiled, `${server}.${NO_TOOL}`);
}

/** Only a pattern that ends in a star matches it: an upstream's list with such a name is not accepted by MCP clients. */
const NO_TOOL = "\u0000";
