/** Chooses the page by the address, which is the only state. Links are plain links; links to pages are followed without loading a new document. */
import { useEffect, useState } from "preact/hooks";

export const BASE = "/dashboard";

export function runPath(id: string): string {
  return `${BASE}/runs/${encodeURIComponent(id)}`;
}

export function scriptPath(name: string): string {
  return `${BASE}/scripts/${encodeURIComponent(name)}`;
}

export interface Place {
  /** The path below /dashboard, without a slash at either end: "", "runs/r_1". */
  readonly path: string;
  readonly query: URLSearchParams;
}

const CHANGED = "isogate:place";

function here(): Place {
  const path = location.pathname.slice(BASE.length).replaceAll(/^\/|\/$/g, "");
  return { path, query: new URLSearchParams(location.search) };
}

export function go(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new Event(CHANGED));
}

/** Replaces the query of the current page without adding an entry to the browser's history. */
export function replaceQuery(query: Readonly<Record<string, string>>): void {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  const text = parameters.toString();
  history.replaceState(null, "", location.pathname + (text === "" ? "" : `?${text}`));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const changed = (): void => setPlace(here());
    addEventListener("popstate", changed);
    addEventListener(CHANGED, changed);
    document.addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", changed);
      removeEventListener(CHANGED, changed);
      document.removeEventListener("click", follow);
    };
  }, []);
  return place;
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
  const isPage = link.pathname === BASE || link.pathname.startsWith(`${BASE}/`);
  if (!isPage || link.hash !== "") return;
  event.preventDefault();
  if (link.href !== location.href) go(link.href);
}
