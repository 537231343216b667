/** Explains to a script why the gateway could not make a call: the upstream's error, with a sign-in link where that solves it. */
import { NARROWED, isNarrowed } from "../../auth/principal.ts";
import type { CallFailure, ToolCall } from "../../../worker-loader/index.ts";
import type { OpenedCall } from "../../enforcement/call-data.ts";
import { UpstreamError } from "../../upstream/connector.ts";
import { UnusableArgument } from "../../upstream/unusable-argument.ts";
import { failed, type Failed } from "./call-replies.ts";
import type { RunScope } from "../run-scope.ts";
import type { ToolFinder } from "./tool-finder.ts";

export interface FailedCall {
  /** Making the call again has no second effect. */
  readonly isHarmless: boolean;
  readonly scope: Pick<RunScope, "access" | "origin">;
  readonly tools: Pick<ToolFinder, "upstreamOf">;
  /** As messages name the tool; absent where no tool was found. */
  readonly path?: string;
  /** Absent where no rules about data apply. */
  readonly data?: OpenedCall | undefined;
}

export async function explainError(call: ToolCall, error: unknown, failedCall: FailedCall): Promise<Failed> {
  const { server, tool } = call;
  if (error instanceof UnusableArgument) {
    const message = `${failedCall.path ?? `${server}.${tool}`}: ${error.message}`;
    return failed({
      code: "INVALID_ARGS",
      message: (await failedCall.data?.message(message)) ?? message,
      server,
      tool,
    });
  }
  if (error instanceof UpstreamError) {
    const { isHarmless, data } = failedCall;
    const retryable = error.isTransient && isHarmless;
    const message = (await data?.message(error.message)) ?? error.message;
    const explained = await toSignIn(server, error, message, failedCall);
    return failed({ ...explained, server, tool, ...(retryable && { retryable }) });
  }
  console.error(`call ${server}.${tool}:`, error);
  const message = `The gateway failed while calling ${server}.${tool}.`;
  return failed({ code: "INTERNAL_ERROR", message, server, tool });
}

/** Adds the sign-in link to an error that a sign-in would solve. */
async function toSignIn(
  server: string,
  error: UpstreamError,
  message: string,
  { scope: { access, origin }, tools }: FailedCall,
): Promise<Pick<CallFailure, "code" | "message" | "url" | "retry_after_ms">> {
  const { code, retryAfterMs } = error;
  // A second sign-in would replace the first person's account, which a restricted key may not do.
  if (error.signIn && error.concernsCallOnly && isNarrowed(access)) return { code, message: `${message} ${NARROWED}` };
  const upstream = tools.upstreamOf(server);
  const url = error.signIn && origin !== undefined ? await upstream?.signInLink(origin) : undefined;
  if (url === undefined) return { code, message, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }) };
  return { code, message: `${message} Open ${url} in a browser, then run this again.`, url };
}
