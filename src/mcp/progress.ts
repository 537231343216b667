/** Progress notifications of a call, for clients that request them. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { RunListener } from "../runs/execute-context.ts";

/** Most clients abandon a request that sends no progress for a minute. */
const MAX_SILENCE_MS = 5_000;

interface Progress extends Disposable {
  readonly listener: RunListener;
}

/** Notifies a client that requested progress of every call of the script, of its own progress messages, and that it still runs. */
export function progressOf({ mcpReq }: ServerContext): Progress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const started = Date.now();
  let progress = 0;
  let toldAt = started;
  const tell = (message: string): void => {
    progress += 1;
    toldAt = Date.now();
    // A lost notification is no failure; a disconnected client is detected elsewhere.
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (Date.now() - toldAt >= MAX_SILENCE_MS)
      tell(`still running after ${Math.round((Date.now() - started) / 1_000)} s`);
  }, MAX_SILENCE_MS / 2);
  return {
    listener: {
      onCall: ({ server, tool, ok, ms }) => tell(`${server}.${tool} ${ok ? "answered" : "failed"} after ${ms} ms`),
      onProgress: ({ message, fraction }) =>
        tell(fraction === undefined ? message : `${message} (${Math.round(fraction * 100)} %)`),
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
