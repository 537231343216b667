/** The state of a page's request, as one of three states. The previous answer stays visible while the request is repeated. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, type Query, type RestAnswer, type RestProblem } from "./api.ts";

export type Loading<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly problem: RestProblem };

/** @param of names what the answer depends on besides path and query; the previous answer is discarded if one of the three changes */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type of the answer
export function useGet<T>(path: string, query: Query = {}, of = ""): readonly [Loading<T>, () => void] {
  return useLoaded<T>((signal) => get(path, query, signal), JSON.stringify([path, query, of]));
}

/** @param key identifies the request; a different key discards the previous answer */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<RestAnswer<T>>,
  key: string,
): readonly [Loading<T>, () => void] {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly loading: Loading<T> }>();
  const latest = useRef(load);
  latest.current = load;
  const asking = useRef<AbortController>(undefined);
  const reload = useCallback(() => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    void latest.current(controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setLoaded({
        key,
        loading: answer.ok ? { state: "ready", value: answer.value } : { state: "failed", problem: answer.error },
      });
    });
  }, [key]);
  useEffect(() => {
    reload();
    return () => asking.current?.abort();
  }, [reload]);
  return [loaded?.key === key ? loaded.loading : { state: "loading" }, reload];
}
