/** Prints the calls of the run that this process starts, as they end. */
import type { Cli } from "./cli.ts";
import { callLine } from "./event-lines.ts";
import { eventsOf } from "./event-stream.ts";
import { open } from "./gateway-client.ts";

/**
 * The maximum time to wait for the last event. Events and the run's answer use separate connections, so an event may arrive shortly after
 * the answer.
 */
const LATE_MS = 500;

export interface Watching {
  /** Resolves when this number of calls was seen to end. */
  caughtUp(calls: number): Promise<void>;
  stop(): void;
}

/** Opens the event stream before the run begins, so that its first call is seen. If the stream cannot be opened, the run starts without it. */
export async function watchCalls(cli: Cli): Promise<Watching | undefined> {
  const stopped = new AbortController();
  const opened = await open(cli.gateway, "runs/stream", { signal: stopped.signal });
  if (!opened.ok) return undefined;
  let seen = 0;
  let onSeen = (): void => undefined;
  void (async () => {
    let own: string | undefined;
    for await (const event of eventsOf(opened.value)) {
      // A script that it calls has the same client.
      const isOwn = event.type === "run_started" && event.client === cli.gateway.client && event.via !== "script";
      if (isOwn) own = event.run;
      if (!("run" in event) || event.run !== own) continue;
      const line = callLine(event, cli.paintError);
      if (line === undefined) continue;
      cli.err(`${line}\n`);
      seen += 1;
      onSeen();
    }
  })().catch(() => undefined);
  return {
    caughtUp: (calls) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, LATE_MS);
        onSeen = () => {
          if (seen < calls) return;
          clearTimeout(timer);
          resolve();
        };
        onSeen();
      }),
    stop: () => stopped.abort(),
  };
}
