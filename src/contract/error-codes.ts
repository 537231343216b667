/** All error codes of the gateway. Codes are stable, because programs depend on them; the message beside a code is for people. */

/** Failures of the REST interface and of `/mcp` before a run, with their HTTP status. */
export const REST_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  HOST_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  BODY_TOO_SLOW: 408,
  CONFLICT: 409,
  NOT_REPLAYABLE: 409,
  RUN_ENDED: 409,
  EXPIRED: 410,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_STREAMS: 429,
  INTERNAL_ERROR: 500,
  INVALID_CONFIG: 500,
  NOT_CONFIGURED: 503,
  OVERLOADED: 503,
} as const;

export type RestCode = keyof typeof REST_STATUS;
export type RestStatus = (typeof REST_STATUS)[RestCode];

/** Failures of a run and of its calls, as scripts, clients and the ledger see them, with the HTTP status of a single call made by REST. */
export const CALL_STATUS = {
  // The request is wrong; nothing ran.
  INVALID_REQUEST: 400,
  INVALID_OPTIONS: 400,
  INVALID_LANGUAGE: 400,
  INVALID_INPUT: 400,
  SCRIPT_NOT_FOUND: 404,
  // The script is wrong.
  SYNTAX_ERROR: 400,
  TRANSPILE_ERROR: 400,
  PACKAGE_NOT_ALLOWED: 400,
  RUNTIME_ERROR: 500,
  SERIALIZATION_ERROR: 500,
  OUTPUT_TOO_LARGE: 500,
  // A limit was reached.
  TIMEOUT: 504,
  CPU_LIMIT: 500,
  MEMORY_LIMIT: 500,
  MAX_TOOL_CALLS_EXCEEDED: 429,
  CAPACITY: 503,
  CANCELLED: 500,
  // A call was not sent.
  INVALID_ARGS: 400,
  TOOL_NOT_FOUND: 404,
  SERVER_NOT_ALLOWED: 403,
  POLICY_DENIED: 403,
  APPROVAL_REQUIRED: 403,
  APPROVAL_DENIED: 403,
  QUARANTINED: 403,
  RATE_LIMITED: 429,
  // Recorded of a call that a dry run answered by itself.
  DRY_RUN: 403,
  // A call was sent and failed, or a person has to sign in to its upstream.
  TOOL_ERROR: 502,
  // The upstream asked for a person's input, and got none.
  INPUT_REQUIRED: 502,
  UPSTREAM_ERROR: 502,
  UPSTREAM_AUTH_REQUIRED: 502,
  UPSTREAM_TIMEOUT: 504,
  // The call was not sent: the upstream has failed several calls in a row, and is tried again later.
  UPSTREAM_UNAVAILABLE: 503,
  // A run that was cut off cannot go on where it was.
  REPLAY_DIVERGED: 500,
  // The gateway failed.
  INTERNAL_ERROR: 500,
} as const;

export type RunCode = keyof typeof CALL_STATUS;

export function isRunCode(code: string): code is RunCode {
  return Object.hasOwn(CALL_STATUS, code);
}
