/**
 * Runs an untrusted script in a dynamically loaded Worker without network, environment or imports, which can only call its host:
 * `prepareScript` (text → prepared script, or a syntax error), then `run` (→ outcome). It does not depend on MCP, policy or storage;
 * any Worker can use it.
 */
export { DEFAULT_LIMITS, MAX_CODE_LENGTH } from "./limits.ts";
export type { RunLimits } from "./limits.ts";
export type { GuestExtension } from "./extension.ts";
export type { NamedBounds } from "./isolates.ts";
export type {
  CallFailure,
  CallReply,
  Host,
  HostReply,
  LoaderCode,
  Outcome,
  Question,
  RunError,
  ToolCall,
  UnansweredState,
  WaitingCall,
} from "./outcome.ts";
export { varsMadeOfThemselves } from "./prepare/own-var.ts";
export { prepareScript } from "./prepare/prepared-scripts.ts";
export type { Language, Prepared, PreparedScript } from "./prepare/prepare.ts";
export type { PlacedCall } from "./prepare/static-calls.ts";
export { locateThroughEdits, positionAt } from "./syntax/position.ts";
export type { Rewrite, Rewritten } from "./prepare/rewrite.ts";
export type { Source as RewriteSource } from "./prepare/source.ts";
export { boundNames } from "./syntax/bound-names.ts";
export { errorAt } from "./syntax/syntax-error.ts";
export { childrenOf, type Loose } from "./syntax/syntax-tree.ts";
export { NOTHING_RECORDED, recordingOf } from "./recording.ts";
export type { Ask, Entry, RecordedAsk, Recording } from "./recording.ts";
export { run } from "./run.ts";
export type { Durable, Rest } from "./timeline.ts";
export { createTranspile } from "./transpile/transpile.ts";
export type { FetchAsset, Transpile } from "./transpile/transpile.ts";
