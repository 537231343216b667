/**
 * A call whose upstream could not be reached, or was busy, is sent again: where it was never sent, or where the tool does no harm when it is
 * called twice. A timeout is not repeated; the script has waited long enough.
 */
import { UpstreamError, type Connector } from "../connector.ts";
import { isRepeatable } from "../repeatable.ts";
import { retryWait, waited } from "../retry-wait.ts";

export function retryCalls(connector: Connector): Connector {
  return {
    list: (signal) => connector.list(signal),
    call: async (tool, args, options) => {
      for (let retries = 0; ; retries += 1) {
        let isSent = false;
        const onAttempt = (): void => {
          isSent = true;
          options.onAttempt?.();
        };
        try {
          return await connector.call(tool, args, { ...options, onAttempt });
        } catch (error) {
          if (!(error instanceof UpstreamError) || options.signal.aborted) throw error;
          const { fault, retryAfterMs } = error;
          const mayRepeat = !isSent || isRepeatable(tool);
          const ms =
            mayRepeat && (fault === "unreachable" || fault === "busy")
              ? retryWait({ retries, retryAfterMs, deadline: options.deadline, now: Date.now() })
              : undefined;
          if (ms === undefined) throw error;
          await waited(ms, options.signal);
        }
      }
    },
    close: () => connector.close(),
  };
}
