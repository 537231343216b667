/**
 * Requests for a person's approval of one call, and their states. Pure: tables and clocks belong to the callers.
 *
 * An approval is for one call: of one run, with one text of arguments, required by one policy and made by one script. It is used once.
 */
import type { InputForm } from "./input-form.ts";

/** The properties of a call that its approval is bound to: a call that differs in any of them is another call. */
export interface Binding {
  /** The run that a client or person requested; saved scripts that it runs are part of it. */
  readonly run: string;
  /** The call's place in the run: `2` is its third request, `4/0` the first request of the script that its fifth request runs. */
  readonly place: string;
  /** `server.tool` with the names that rules are written with. */
  readonly tool: string;
  /** SHA-256 of the arguments' JSON text, as the guest writes it. */
  readonly argsHash: string;
  /** Hash of the policy document that requires the approval; for input, of the one under which a person has approved the call, or "". */
  readonly policy: string;
  /** SHA-256 of the script. */
  readonly script: string;
}

/** Bound of the reason that a person may give with a decision. */
export const MAX_REASON_CHARS = 1_000;

/** `used`: the call was made. `void`: the run ended, or the policy changed, before the call was made. */
export const APPROVAL_STATES = ["waiting", "approved", "denied", "used", "expired", "void"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Selects the approvals of a list; an absent field selects all. */
export interface ApprovalFilter {
  /** `lasting`: approved for minutes that are not over. */
  readonly state?: ApprovalState | "lasting" | undefined;
  readonly run?: string | undefined;
}

/**
 * `rule`: the policy requires a person's decision. `unknown`: the call was sent before the run was cut off, and it is not known whether
 * it took effect. `input`: the upstream asks for a person's input (elicitation), which is sent to it with the same call; denying declines.
 * `package`: a script imports a package that gateway.json holds; there is no call.
 */
const APPROVAL_KINDS = ["rule", "unknown", "input", "package"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/**
 * The scope of an approval: this call, all calls of the tool in this run, or all calls of the tool for a number of minutes. A package can also be
 * approved for the client's session, or for good.
 */
export type ApprovedFor = "once" | "run" | "session" | "always" | { readonly minutes: number };

/** Reasons for which a decision is not taken, although the approval waits. */
export type DecisionRefusal =
  /** The run may do more than the person's credentials. */
  | "wider"
  /** Only a package can be approved for a session or for good. */
  | "packages only"
  /** The run belongs to no session of a client. */
  | "no session";

/** The interfaces by which a decision can be made. */
const APPROVAL_CHANNELS = ["rest", "link", "elicitation"] as const;
export type ApprovalChannel = (typeof APPROVAL_CHANNELS)[number];

export interface Approval extends Binding {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
  /** The server's name in gateway.json. */
  readonly server: string;
  /** JSON text, for people: long arguments are cut. What is sent is known by its hash. */
  readonly args: string;
  /** Present if the upstream asks for input. */
  readonly form?: InputForm;
  /** The reason why a person's decision is required. */
  readonly reason: string;
  /** JSON pointer into the policy document. */
  readonly rule: string;
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly decidedAt?: number;
  /** The credential of the person who decided, or "" if the gateway requires none. */
  readonly decidedBy?: string;
  readonly channel?: ApprovalChannel;
  /** The comment of the person who decided. */
  readonly comment?: string;
  /** The saved script inside the run that makes the call; absent for the script of the run itself. */
  readonly calledBy?: CallingScript;
  /** Until when further calls of the tool are approved, if it was approved for minutes that are not over. */
  readonly lastsUntil?: number;
}

/** The record of a decision: when it was made, by whom, and by which interface. */
export type DecisionRecord = Required<Pick<Approval, "decidedAt" | "decidedBy" | "channel">>;

/** A call about which a person is asked, before its approval is stored. */
export type AskedCall = Binding & Pick<Approval, "calledBy">;

/** A script as it is shown with an approval. */
export interface CallingScript {
  /** Its beginning, if it is long; "" once the run has ended. */
  readonly code: string;
  /** `name@version`; absent for the script of the run itself. */
  readonly saved?: string;
}

/** An approval with the script that makes the call. */
export interface ShownApproval extends Omit<Approval, "calledBy">, CallingScript {}

/** The approvals that a link leads to. */
export interface LinkedApprovals {
  readonly run: string;
  readonly approvals: readonly ShownApproval[];
}

export interface ApprovalDecision {
  readonly decision: "approve" | "deny";
  readonly for: ApprovedFor;
  readonly comment?: string | undefined;
  /** Values by the names of the form's fields, unchecked; only for input. */
  readonly content?: unknown;
  /** Results of the client itself by the names of the upstream's requests, unchecked; only for input. */
  readonly ofClient?: Readonly<Record<string, unknown>>;
  /** The form in which the upstream hears of a denial; by default that a person declines. */
  readonly denial?: InputDenial | undefined;
  readonly by: string;
  readonly channel: ApprovalChannel;
}

/** `cancel`: the person has closed the form. `unanswered`: the upstream hears nothing, and its call fails with the comment. */
export type InputDenial = "cancel" | "unanswered";

export type Decided =
  | { readonly ok: true; readonly state: "approved" | "denied" }
  | { readonly ok: false; readonly why: Exclude<ApprovalState, "waiting"> }
  /** The policy in force is not the one that asked: the approval is void, and the run goes on and asks again where it has to. */
  | { readonly ok: false; readonly why: "changed" }
  /** The approval still waits: `problem` says what is wrong with the answer to its form. */
  | { readonly ok: false; readonly why: "invalid"; readonly problem: string };

/**
 * Checks whether an approval can be decided now.
 * @param now milliseconds since 1970
 * @returns the new state, or the state that prevents the decision
 */
export function decideOn(
  { state, expiresAt }: Pick<Approval, "state" | "expiresAt">,
  decision: "approve" | "deny",
  now: number,
): Exclude<Decided, { readonly why: "invalid" | "changed" }> {
  if (state !== "waiting") return { ok: false, why: state };
  if (now >= expiresAt) return { ok: false, why: "expired" };
  return { ok: true, state: decision === "approve" ? "approved" : "denied" };
}

/** The message that a script gets about a call that a person denied, or that was not decided in time. */
export function denialOf({ kind, state, comment, tool }: Approval): string {
  const because = comment === undefined ? "" : ` They said: ${comment}`;
  if (kind === "input" && state === "denied")
    return `${tool} asked the client of the call, which gave no valid answer. ${comment ?? ""}`.trim();
  if (kind === "input") return `${tool} asked for a person's input, which was not given in time.`;
  if (state === "expired") return `The approval of ${tool} was not given in time.`;
  if (kind === "package") return `A person denied the ${tool}, so the script did not start.${because}`;
  // The failure of such a call begins with the reason why it would be sent again (`unheardBefore`).
  if (kind === "unknown") return `A person decided not to send the call again.${because}`;
  return `A person denied ${tool}.${because}`;
}

export const POLICY_HAS_CHANGED =
  "The policy has changed since this approval was asked for, so nothing was decided. The run continues, and asks again if the policy now requires approval.";

export function isSameCall(one: Binding, other: Binding): boolean {
  return (
    one.run === other.run &&
    one.place === other.place &&
    one.tool === other.tool &&
    one.argsHash === other.argsHash &&
    one.policy === other.policy &&
    one.script === other.script
  );
}
