/**
 * Counts the calls that wait for a person, for the badge of the navigation link. The count is refreshed at intervals, and after a
 * decision on this page.
 */
import { useEffect, useState } from "preact/hooks";
import { get } from "./api.ts";
import type { Approvals } from "./rest.ts";

const ASK_EVERY_MS = 10_000;
const DECIDED = "isogate:approval-decided";

export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const answer = await get<Approvals>("approvals", { state: "waiting", limit: 500 }, controller.signal);
      if (answer.ok && !controller.signal.aborted) setCount(answer.value.approvals.length);
    };
    const look = (): void => void ask();
    look();
    const timer = setInterval(look, ASK_EVERY_MS);
    addEventListener(DECIDED, look);
    document.addEventListener("visibilitychange", look);
    return () => {
      controller.abort();
      clearInterval(timer);
      removeEventListener(DECIDED, look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return count;
}

export function noteDecided(): void {
  dispatchEvent(new Event(DECIDED));
}
