/**
 * Bodies that break parsers: deep, huge, cut, repeated, in strange encodings and in many parts, at every route that reads one. Each is
 * answered or refused, soon, and the next request finds the gateway as it was.
 */
import { gzipSync } from "node:zlib";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { faultOf, isOurs } from "./support/judge.ts";
import { Random } from "../support/random.ts";
import { describeSent, send, type Sent } from "./support/send.ts";
import { KINDS, startTarget } from "./support/target.ts";

export const name = "bodies";
export const description = "bodies that are deep, huge, cut or oddly encoded, at every route that reads one";

/** However little time there is. */
const MIN_REQUESTS = 120;

interface Route {
  readonly method: string;
  readonly path: string;
  /** A body that is taken, around one value. */
  readonly around: (value: string) => string;
  readonly type?: string;
}

const FORM = "application/x-www-form-urlencoded";
const form = (field: string, rest = "") => ({ type: FORM, around: (value: string) => `${field}=${value}${rest}` });

const ROUTES: readonly Route[] = [
  { method: "POST", path: "/api/v1/code/exec", around: (value) => `{"code":"1","input":${value}}` },
  { method: "POST", path: "/api/v1/code/exec", around: (value) => `{"code":${value}}` },
  { method: "POST", path: "/api/v1/code/exec", around: (value) => `{"code":"1","options":${value}}` },
  {
    method: "POST",
    path: "/api/v1/code/exec",
    around: (value) => `{"code":"1","options":{"allowed_servers":${value}}}`,
  },
  {
    method: "POST",
    path: "/api/v1/approvals/a_1",
    around: (value) => `{"decision":"approve","content":{"a":${value}}}`,
  },
  {
    method: "POST",
    path: "/api/v1/schedules",
    around: (value) => `{"name":"f","schedule":"every day","code":"1","input":${value}}`,
  },
  { method: "POST", path: "/api/v1/scripts", around: (value) => `{"name":"f","code":"1","input_schema":${value}}` },
  { method: "PATCH", path: "/api/v1/scripts/f", around: (value) => `{"description":${value}}` },
  { method: "POST", path: "/api/v1/keys", around: (value) => `{"name":"f","servers":${value}}` },
  {
    method: "POST",
    path: "/api/v1/codemode/mcp/call",
    around: (value) => `{"server":"notes","tool":"list_notes","args":{"x":${value}}}`,
  },
  {
    method: "POST",
    path: "/mcp",
    around: (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute_code","arguments":{"code":"1","input":${value}}}}`,
  },
  {
    method: "POST",
    path: "/mcp",
    around: (value) => `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${value}}`,
  },
  {
    method: "POST",
    path: "/oauth/register",
    around: (value) => `{"redirect_uris":["http://127.0.0.1/"],"client_name":${value}}`,
  },
  { method: "POST", path: "/oauth/token", ...form("grant_type=refresh_token&client_id=x&refresh_token") },
  { method: "POST", path: "/oauth/authorize", ...form("decision=key&handle") },
  { method: "POST", path: "/oauth/sign-in", ...form("via=oidc&next") },
  { method: "POST", path: "/oauth/upstream/vault/start", ...form("ticket") },
  { method: "POST", path: "/dashboard/sign-in", ...form("next=/dashboard&key") },
  { method: "DELETE", path: "/api/v1/keys/k0", around: (value) => value },
  { method: "GET", path: "/api/v1/runs", around: (value) => value },
];

const deep = (levels: number, open: string, close: string): string => open.repeat(levels) + "1" + close.repeat(levels);
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_one, index) => make(index)).join(",");

/** As JSON, or what takes itself for it. */
const VALUES: readonly (() => string)[] = [
  () => deep(200_000, "[", "]"),
  () => deep(200_000, '{"a":', "}"),
  () => deep(30_000, "[", "]"),
  () => deep(3_000, '[{"a":', "}]"),
  () => deep(150, "[", "]"),
  () => "[".repeat(500_000),
  () => "1e400",
  () => "-1e999",
  () => "1".repeat(100_000),
  () => `0.${"1".repeat(100_000)}`,
  () => `1e${"9".repeat(50)}`,
  () => '"\\ud800"',
  () => '"\\udc00\\ud800"',
  () => '"\\u0000"',
  () => `"${"\\u0041".repeat(200_000)}"`,
  () => `"${"x".repeat(2_000_000)}"`,
  () => `"${"é😀".repeat(200_000)}"`,
  () => `"${"a\\n".repeat(300_000)}"`,
  () => `{${times(100_000, () => '"a":1')}}`,
  () => `{${times(100_000, (index) => `"k${index}":1`)}}`,
  () => `{"${"k".repeat(1_000_000)}":1}`,
  () => `[${times(300_000, () => "0")}]`,
  () => `[${times(1_000_000, () => "0")}]`,
  () => `[${times(500_000, () => "{}")}]`,
  () => `[${times(1_300_000, () => "[]")}]`,
  () => '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
  () => '{"toString":1,"valueOf":2,"toJSON":3,"then":4}',
  () => "null",
  () => "",
  () => "undefined",
  () => "NaN",
  () => "{",
  () => "'x'",
  () => '"\u0000\u0001"',
  // Scripts and schemas.
  () => JSON.stringify("(".repeat(50_000) + ")".repeat(50_000)),
  () => JSON.stringify(`${"!".repeat(100_000)}1`),
  () => JSON.stringify(`${"[".repeat(20_000)}${"]".repeat(20_000)}`),
  () => JSON.stringify(`${"if(1){".repeat(5_000)}${"}".repeat(5_000)}`),
  () => JSON.stringify(`${"a=>".repeat(10_000)}1`),
  () => JSON.stringify(`${"`${".repeat(5_000)}1${"}`".repeat(5_000)}`),
  () => JSON.stringify(`"${"\\".repeat(100_001)}`),
  () => JSON.stringify(`1${"+1".repeat(50_000)}`),
  () => JSON.stringify(`x${".y".repeat(50_000)}`),
  () => JSON.stringify(`/${"(a+)+".repeat(50)}/`),
  () => JSON.stringify({ type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } }),
  () => JSON.stringify({ $ref: "#" }),
  () => `{"type":"object","properties":${deep(5_000, '{"a":{"type":"object","properties":', "}}").replace("1", "{}")}}`,
];

/** @returns how many requests were made */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  await using target = await startTarget();
  const random = new Random(seed);
  let requests = 0;
  for (; requests < MIN_REQUESTS || Date.now() < until; requests += 1) {
    const route = random.pick(ROUTES);
    const kind = random.chance(0.8) ? random.pick(["member", "admin"] as const) : random.pick(KINDS);
    const sent = sentTo(route, target.origin, random, {
      ...target.headers[kind],
      "cf-connecting-ip": `2001:db8:f:${requests.toString(16)}::1`,
    });
    const answered = await send(target.origin, sent).catch((error: unknown) => String(error));
    const fault =
      typeof answered === "string"
        ? answered
        : faultOf(answered, route.path.startsWith("/api/v1/codemode") ? [502] : []);
    if (fault !== undefined) report(`${fault}\n  as ${kind}: ${describeSent(sent)}`);
    const after = await healthOf(target.origin);
    if (after !== undefined) report(`${after} after this:\n  as ${kind}: ${describeSent(sent)}`);
  }
  return requests;
}

function sentTo(route: Route, origin: string, random: Random, headers: Readonly<Record<string, string>>): Sent {
  const value = random.pick(VALUES)();
  const text = random.chance(0.15)
    ? value
    : route.around(route.type === FORM && random.chance(0.5) ? encodeURIComponent(value) : value);
  const cut = random.chance(0.1) ? text.slice(0, random.below(text.length + 1)) : text;
  const encoding = random.chance(0.05) ? "gzip" : undefined;
  const bytes = random.chance(0.05) ? Buffer.from(cut, "utf16le") : Buffer.from(cut, "utf8");
  return {
    method: route.method,
    path: route.path,
    headers: {
      ...headers,
      origin,
      "content-type": random.chance(0.95)
        ? (route.type ?? "application/json")
        : random.pick(["multipart/form-data; boundary=x", "text/plain"]),
      ...(encoding !== undefined && { "content-encoding": encoding }),
      ...(route.path === "/mcp" && { accept: "application/json, text/event-stream" }),
    },
    body: encoding === "gzip" ? gzipSync(bytes) : bytes,
    // Many small ones, or few large ones.
    parts: random.pick([0, 0, 1, 7, 500]),
  };
}

/** Anything but a prompt 200: whoever comes next should not notice what came before. */
async function healthOf(origin: string): Promise<string | undefined> {
  const answered = await send(origin, { method: "GET", path: "/health", headers: {} }).catch((error: unknown) =>
    String(error),
  );
  if (typeof answered === "string") return answered;
  if (!isOurs(answered) || answered.status === 0) return undefined;
  if (answered.status !== 200) return `/health answered ${answered.status}`;
  return answered.ms > 10_000 ? `/health took ${Math.round(answered.ms)} ms` : undefined;
}
