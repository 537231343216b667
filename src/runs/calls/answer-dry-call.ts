/** Answers a call of a dry run that is not sent, because its tool is not known to be read-only or a person would have to approve it. */
import type { CallReply, ToolCall } from "../../../worker-loader/index.ts";
import type { Admission, CallGuard } from "../../enforcement/call-guard.ts";
import { isReadingRequest } from "../../enforcement/call-tier.ts";
import { classify } from "../../policy/tiers.ts";
import type { FoundTool } from "./tool-finder.ts";
import { plausibleValue } from "../dry-run/plausible-value.ts";
import type { DryReply } from "../dry-run/would-call.ts";

type DryAnswer =
  /** The call only reads, and is sent. */
  | { readonly kind: "send" }
  | { readonly kind: "refused"; readonly denial: Extract<Admission, { verdict: "deny" }> }
  | { readonly kind: "answered"; readonly reply: CallReply };

export interface DryCall {
  readonly call: ToolCall;
  readonly found: FoundTool;
  /** Services of the gateway that the script has used so far. */
  readonly services: readonly string[];
  readonly isFetch: boolean;
}

export async function answerDryCall(
  { call, found, services, isFetch }: DryCall,
  guard: CallGuard | undefined,
): Promise<DryAnswer> {
  const { upstream, tool, args, isPage } = found;
  const judged = await guard?.judge?.({ server: upstream.name, tool, args, argsLength: call.args.length, services });
  if (judged?.verdict === "deny") return { kind: "refused", denial: judged };
  const onlyReads = isFetch ? isReadingRequest(args) : isRead(found, guard);
  if (judged?.verdict !== "ask" && onlyReads) return { kind: "send" };
  const described = (await upstream.describe())?.tools.find(({ name }) => name === tool.name);
  const plausible = isFetch ? EMPTY_RESPONSE : plausibleValue(described ?? tool);
  const value = isPage ? { items: [], next: null } : plausible;
  const raw = { content: [{ type: "text", text: JSON.stringify(value) }] };
  const needsApproval = judged?.verdict === "ask" ? { needsApproval: judged.ruling.rule } : {};
  const reply: DryReply = {
    ok: true,
    value: JSON.stringify(call.raw ? raw : value),
    dry: { args: call.args, ...needsApproval },
  };
  return { kind: "answered", reply };
}

/** @returns true for a tool that is marked as read-only; an unmarked tool counts as a write */
function isRead({ upstream, tool }: FoundTool, guard: CallGuard | undefined): boolean {
  const { tier } = classify(tool);
  return (guard?.tierOf?.(`${upstream.name}.${tool.name}`, tier) ?? tier) === "read";
}

/** A response as the guest's `fetch` reads it. */
const EMPTY_RESPONSE = { status: 200, statusText: "", headers: [], text: "" };
