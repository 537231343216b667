/** The types of `/api/v1` answers that the pages show (/api/v1/openapi.json describes all of them). Times are ISO 8601. */
import type { Key } from "../contract/keys.ts";

export type { ApprovalList as Approvals, ApprovalView as Approval } from "../contract/approvals.ts";
export type { Tool } from "../contract/catalog.ts";
export type { Key } from "../contract/keys.ts";
export type { Call, CallOrigins, ExecAnswer, Language, Run, RunDetails, RunError, Tokens } from "../contract/runs.ts";
export type { CallState as CallOutcome } from "../contract/run-states.ts";
export type { PinView as Pin, PinsView as Pins } from "../contract/pins.ts";
export type {
  PolicyAnswer as PolicyProblems,
  PolicySuggestion as PolicyDraft,
  PolicyTest as PolicyReplay,
  PolicyView as Policy,
} from "../contract/policy.ts";
export type { ScheduleView as Schedule } from "../contract/schedules.ts";
export type { SavedScript, ScriptDetails, ScriptSummary } from "../contract/scripts.ts";
export type { Credential, Upstream, UpstreamList as Upstreams } from "../contract/upstreams.ts";
export type { UsageDay } from "../contract/usage.ts";

/** The answer of `/dashboard/session`: the signed-in principal. */
export interface Session {
  readonly principal: string;
  /** A label for people: the key's name, or the account's address. */
  readonly label: string;
  readonly role: "admin" | "member";
  readonly access: { readonly servers: "all" | readonly string[]; readonly level: Key["access"] };
  /** Server names in gateway.json. */
  readonly servers: readonly string[];
  readonly by_cookie: boolean;
}
