/** Live data of runs: server-sent events, a clock, and a limit on the frequency of requests. */
import { RUN_EVENT_TYPES, type RunEvent } from "../contract/run-events.ts";
import { useEffect, useRef, useState } from "preact/hooks";

export type LiveState = "connecting" | "live" | "lost";

/** @param path the path of a stream below /api/v1; undefined if there is nothing to watch */
export function useEvents(path: string | undefined, onEvent: (event: RunEvent) => unknown): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (path === undefined) return undefined;
    const source = new EventSource(`/api/v1/${path}`);
    source.addEventListener("open", () => setState("live"));
    // The browser reconnects by itself, unless the gateway refused.
    source.addEventListener("error", () => setState("lost"));
    for (const type of RUN_EVENT_TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const event = { ...(JSON.parse(data) as RunEvent), type } as RunEvent;
        latest.current(event);
        // This event is the last of a run's stream; the browser must not open another one. It does for a run whose Worker was lost, because
        // that run may go on by itself; if it does not, the page has nothing to watch once it has read the run again.
        if (event.type === "run_ended" && event.state !== "interrupted" && path !== "runs/stream") source.close();
      });
    }
    return () => source.close();
  }, [path]);
  return state;
}

/** The current time in milliseconds since 1970, updated while `isRunning`. */
export function useNow(everyMs: number, isRunning = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
  return now;
}

/** Calls `work` at most once per `everyMs`, and always once after the last request. */
export function useThrottled(work: () => void, everyMs: number): () => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, everyMs);
  };
}
