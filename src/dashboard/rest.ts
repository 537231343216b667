/** What `/api/v1` answers, as far as the pages show it (/api/v1/openapi.json describes all of it). Times are ISO 8601. */
import type { Key } from "../contract/keys.ts";

export type { ApprovalList as Approvals, ApprovalView as Approval } from "../contract/approvals.ts";
export type { Tool } from "../contract/catalog.ts";
export type { Key } from "../contract/keys.ts";
export type { Call, ExecAnswer, Language, Run, RunDetails, RunError, Tokens } from "../contract/runs.ts";
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

/** `/dashboard/session`: who is looking. */
export interface Session {
  readonly principal: string;
  /** For people: the key's name, the account's address. */
  readonly label: string;
  readonly role: "admin" | "member";
  readonly access: { readonly servers: "all" | readonly string[]; readonly level: Key["access"] };
  /** Names in gateway.json. */
  readonly servers: readonly string[];
  readonly by_cookie: boolean;
}
