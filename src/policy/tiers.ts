/**
 * Classifies how much harm a tool can do, with the reason: read, write, execute, destructive, financial. The HTTP method or the
 * upstream's annotations decide first, and names and arguments can only raise the tier that annotations give. Only `readOnlyHint` or the
 * method GET, HEAD or OPTIONS makes a tool read-only, never a harmless name. A tool that gateway.json has renamed has the worse tier of both names.
 */
import { isRecord } from "../lib/is-record.ts";
import { TIERS, type Tier } from "./document/document.ts";
import { quote } from "../lib/shorten.ts";

export interface ClassifiedTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean } | undefined;
  readonly inputSchema?: unknown;
  /** The HTTP method, for a tool made from an HTTP operation. */
  readonly method?: string;
  /** `originalName` in it is the name that the server gives to a renamed tool. */
  readonly request?: unknown;
}

export interface Classification {
  readonly tier: Tier;
  readonly reason: string;
}

const DESTRUCTIVE_VERBS = new Set(
  "delete del remove rm drop purge destroy erase wipe truncate terminate kill uninstall revoke reset unpublish deprovision expunge shred discard".split(
    " ",
  ),
);
const EXECUTE_VERBS = new Set(
  "exec execute eval evaluate shell bash terminal command spawn invoke rpc powershell".split(" "),
);
/** These words mean execution only as the first word: `run` is as often a noun as a verb. */
const FIRST_WORDS_OF_EXECUTION = new Set(["run", "start", "launch"]);
const FINANCIAL_WORDS = new Set(
  "pay payment payments payout payouts refund refunds charge charges transfer transfers disburse purchase withdraw withdrawal invoice invoices checkout trade wire remit subscribe subscription subscriptions".split(
    " ",
  ),
);
const EXECUTE_ARGUMENTS = new Set(["command", "cmd", "shell", "script", "code", "sql", "statement", "expression"]);

export function worstTier(tiers: readonly [Tier, ...Tier[]]): Tier {
  return tiers.reduce((one, other) => (TIERS.indexOf(other) > TIERS.indexOf(one) ? other : one));
}

export function classify(tool: ClassifiedTool): Classification {
  const shown = classifyNamed(tool);
  const name = isRecord(tool.request) ? tool.request.originalName : undefined;
  if (typeof name !== "string") return shown;
  const original = classifyNamed({ ...tool, name });
  if (worstTier([shown.tier, original.tier]) === shown.tier) return shown;
  return { ...original, reason: `Its server calls it ${quote(name, 80)}. ${original.reason}` };
}

function classifyNamed(tool: ClassifiedTool): Classification {
  const words = wordsOf(tool.name);
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  const method = tool.method?.toUpperCase();
  const verb = words.find((word) => DESTRUCTIVE_VERBS.has(word));
  const isFirst = verb !== undefined && words.indexOf(verb) === 0;
  if (method === "DELETE") return { tier: "destructive", reason: "Its HTTP method is DELETE." };
  if (method === "GET" || method === "HEAD" || method === "OPTIONS")
    return { tier: "read", reason: `Its HTTP method is ${method}.` };
  if (readOnlyHint === true) {
    if (isFirst) return { tier: "destructive", reason: `It is marked read-only, but its name says "${verb}".` };
    return { tier: "read", reason: "It is marked read-only (readOnlyHint)." };
  }
  if (destructiveHint === true && verb !== undefined) {
    return { tier: "destructive", reason: `It is marked destructive and its name says "${verb}".` };
  }
  const money = words.find((word) => FINANCIAL_WORDS.has(word));
  if (money !== undefined) return { tier: "financial", reason: `Its name says "${money}".` };
  if (verb !== undefined) return { tier: "destructive", reason: `Its name says "${verb}".` };
  const execution = words.find(
    (word, at) => EXECUTE_VERBS.has(word) || (at === 0 && FIRST_WORDS_OF_EXECUTION.has(word)),
  );
  if (execution !== undefined) return { tier: "execute", reason: `Its name says "${execution}".` };
  const argument = argumentsOf(tool.inputSchema).find((name) => EXECUTE_ARGUMENTS.has(name.toLowerCase()));
  if (argument !== undefined) return { tier: "execute", reason: `It takes an argument "${argument}".` };
  if (destructiveHint === true) return { tier: "destructive", reason: "It is marked destructive (destructiveHint)." };
  return readOnlyHint === false || method !== undefined
    ? {
        tier: "write",
        reason: method === undefined ? "It is marked as not read-only." : `Its HTTP method is ${method}.`,
      }
    : { tier: "write", reason: "Nothing marks it as read-only." };
}

/** `deleteUser`, `delete_user` and `users-delete` have the same words. */
export function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, 300)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function argumentsOf(schema: unknown): readonly string[] {
  return isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
}
