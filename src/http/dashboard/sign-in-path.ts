/** The address of the sign-in page for a person who opened a page without being signed in, and the way back. */
import { wantsHtml } from "../wants-html.ts";

/** @returns true if the request asks for HTML, as browsers do; a program that accepts anything still gets an error */
export function wantsPage(request: Request): boolean {
  return request.method === "GET" && wantsHtml(request);
}

/** @returns undefined if the request is not a browser's request for one of the gateway's pages */
export function signInPath(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url);
  if (!wantsPage(request) || !(pathname === "/" || isDashboard(pathname) || isApprovalLink(pathname))) return undefined;
  return `/dashboard/sign-in?next=${encodeURIComponent(pathname === "/" ? "/dashboard" : pathname + search)}`;
}

/** The path is sealed into a cookie during a sign-in at an identity provider, and a browser drops a cookie of more than 4,096 bytes. */
const MAX_PATH_LENGTH = 2_000;

/**
 * Permits only a page of the dashboard, the page of a link to approve calls, or the page that asks before a sign-in to an upstream: `next`
 * comes from a link that anyone can have made. A GET of each of them changes nothing.
 */
export function safeNext(next: unknown): string {
  const url = typeof next === "string" ? URL.parse(next, "https://own.invalid") : null;
  if (url === null || url.origin !== "https://own.invalid" || !isOwnPage(url.pathname)) return "/dashboard";
  const path = url.pathname + url.search;
  return path.length > MAX_PATH_LENGTH ? "/dashboard" : path;
}

function isOwnPage(path: string): boolean {
  return isDashboard(path) || isApprovalLink(path) || /^\/oauth\/upstream\/[\w.-]{1,64}\/start$/.test(path);
}

function isApprovalLink(path: string): boolean {
  return /^\/approve\/[\w.-]{1,200}$/.test(path);
}

function isDashboard(path: string): boolean {
  return path === "/dashboard" || path.startsWith("/dashboard/");
}
