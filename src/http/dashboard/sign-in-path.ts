/** Where a person who opened a page without being signed in is sent, and back afterwards. */
import { wantsHtml } from "../wants-html.ts";

/** Says so itself: programs that ask for anything get what they always got. */
export function wantsPage(request: Request): boolean {
  return request.method === "GET" && wantsHtml(request);
}

/** @returns undefined when the request is not a person's for one of our pages */
export function signInPath(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url);
  if (!wantsPage(request) || !(pathname === "/" || isDashboard(pathname))) return undefined;
  return `/dashboard/sign-in?next=${encodeURIComponent(isDashboard(pathname) ? pathname + search : "/dashboard")}`;
}

/** A browser drops a cookie of more than 4,096 bytes, and at an identity provider it is sealed into one. */
const MAX_PATH_LENGTH = 2_000;

/**
 * Only ever a page of the dashboard, or the page that asks before a sign-in to an upstream: `next` comes with a link that anybody can
 * have made.
 */
export function safeNext(next: unknown): string {
  const url = typeof next === "string" ? URL.parse(next, "https://own.invalid") : null;
  if (url === null || url.origin !== "https://own.invalid" || !isOwnPage(url.pathname)) return "/dashboard";
  const path = url.pathname + url.search;
  return path.length > MAX_PATH_LENGTH ? "/dashboard" : path;
}

function isOwnPage(path: string): boolean {
  return isDashboard(path) || /^\/oauth\/upstream\/[\w.-]{1,64}\/start$/.test(path);
}

function isDashboard(path: string): boolean {
  return path === "/dashboard" || path.startsWith("/dashboard/");
}
