/**
 * One request for a person's approval, and what may become of it. Pure: tables and clocks are the caller's.
 *
 * An approval is for one call: of one run, with one text of arguments, asked for by one policy and script. It is used once.
 */

/** What the call of an approval is bound to: any difference makes it another call. */
export interface Binding {
  /** The run that a client or person asked for; saved scripts that it runs are part of it. */
  readonly run: string;
  /** Place of the call in the run: `2` is its third ask, `4/0` the first of the script that its fifth ask runs. */
  readonly place: string;
  /** `server.tool` with the names that rules are written with. */
  readonly tool: string;
  /** SHA-256 of the arguments' JSON text, as the guest writes it. */
  readonly argsHash: string;
  /** Hash of the policy document that asks. */
  readonly policy: string;
  /** SHA-256 of the script. */
  readonly script: string;
}

/** `used`: the call was made. `void`: the run ended, or the policy changed, before it was. */
export const APPROVAL_STATES = ["waiting", "approved", "denied", "used", "expired", "void"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** `rule`: the policy wants a person. `unknown`: the call was sent before the run was cut off, and nobody knows whether it took effect. */
export const APPROVAL_KINDS = ["rule", "unknown"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** For this call, for all calls of the tool in this run, or for all of them for so many minutes. */
export type ApprovedFor = "once" | "run" | { readonly minutes: number };

/** By which way a decision came. */
export const DOORS = ["rest", "link", "elicitation"] as const;
export type Door = (typeof DOORS)[number];

export interface Approval extends Binding {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
  /** The server's name in gateway.json. */
  readonly server: string;
  /** JSON text, as the upstream gets it. */
  readonly args: string;
  /** Why a person is asked. */
  readonly reason: string;
  /** JSON pointer into the policy document. */
  readonly rule: string;
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly decidedAt?: number;
  /** Who decided: the credential, or "" where the gateway asks for none. */
  readonly decidedBy?: string;
  readonly door?: Door;
  /** The words of the person who decided. */
  readonly words?: string;
}

/** With the script of its run. */
export interface ShownApproval extends Approval {
  readonly code: string;
}

export interface ApprovalDecision {
  readonly decision: "approve" | "deny";
  readonly for: ApprovedFor;
  readonly words?: string;
  readonly by: string;
  readonly door: Door;
}

export type Decided =
  | { readonly ok: true; readonly state: "approved" | "denied" }
  | { readonly ok: false; readonly why: Exclude<ApprovalState, "waiting"> };

/** What becomes of an approval when somebody decides. */
export function decideOn(
  { state, expiresAt }: Pick<Approval, "state" | "expiresAt">,
  decision: "approve" | "deny",
  now: number,
): Decided {
  if (state !== "waiting") return { ok: false, why: state };
  if (now >= expiresAt) return { ok: false, why: "expired" };
  return { ok: true, state: decision === "approve" ? "approved" : "denied" };
}

/** What a script is told of a call that a person denied, or that nobody decided on in time. */
export function denialOf({ kind, state, words, tool }: Approval): string {
  const because = words === undefined ? "" : ` They said: ${words}`;
  if (state === "expired") return `Nobody approved ${tool} in time.`;
  if (kind === "unknown") {
    return `${tool} was sent before the run was cut off, and its answer was not heard. A person decided not to send it again; it may have taken effect.${because}`;
  }
  return `A person denied ${tool}.${because}`;
}

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
