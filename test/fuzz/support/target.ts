/** The gateway that is attacked, closed by a key, and every kind of credential that a request can come with. */
import { openGateway } from "../../e2e/gateway.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { buildBundle } from "../../support/workerd/bundle.ts";
import type { Bundle } from "../../support/workerd/uploaded-files.ts";
import { startToolsUpstream } from "../../fixtures/upstreams/tools-upstream.ts";

export const KINDS = ["none", "forged", "garbage", "revoked", "member", "narrowed", "admin"] as const;
export type Kind = (typeof KINDS)[number];

/** They must never be let in. */
export const STRANGERS: ReadonlySet<Kind> = new Set(["none", "forged", "garbage", "revoked"]);

export interface Target extends AsyncDisposable {
  readonly origin: string;
  readonly headers: Readonly<Record<Kind, Readonly<Record<string, string>>>>;
  /** Principals of the credentials: whoever removes one ends the test of what it can do. */
  readonly own: ReadonlySet<string>;
  /** What the gateway has printed. */
  readLog(): Promise<string>;
}

const ADMIN = "fuzz-admin-key-7c1f";
const SETUP = "fuzz-setup-token-51d0";

/** Built once in a process. */
let built: Promise<Bundle> | undefined;

export async function startTarget(): Promise<Target> {
  await using starting = new AsyncDisposableStack();
  const tools = await startToolsUpstream("modern");
  starting.defer(() => tools.close());
  built ??= temporaryDirectory().then((directory) => buildBundle(directory));
  const gateway = await openGateway({
    bundle: await built,
    mcpServers: {
      notes: { type: "local" },
      modern: { type: "http", url: `${tools.origin}/mcp` },
      dead: { type: "http", url: "http://127.0.0.1:9/mcp" },
      vault: { type: "http", url: `${tools.origin}/oauth-mcp`, auth: "oauth" },
    },
    vars: {
      ISOGATE_OPEN: "local",
      ISOGATE_API_KEY: ADMIN,
      ISOGATE_SETUP_TOKEN: SETUP,
      ISOGATE_ENCRYPTION_KEY: "fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-",
    },
  });
  starting.defer(() => gateway.stop());
  const { origin } = gateway;
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: bearer(ADMIN),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const create = async (asked: object): Promise<{ key: string; id: string; principal: string }> =>
    (await ask("POST", "/keys", { name: "fuzz", ...asked })).json() as Promise<never>;
  const member = await create({});
  const narrowed = await create({ access: "read", servers: ["notes"] });
  const revoked = await create({});
  await ask("DELETE", `/keys/${revoked.id}`);
  const forged = `${member.key.slice(0, -6)}${member.key.endsWith("000000") ? "111111" : "000000"}`;
  const stack = starting.move();
  return {
    origin,
    headers: {
      none: {},
      forged: bearer(forged),
      garbage: bearer("garbage"),
      revoked: bearer(revoked.key),
      member: bearer(member.key),
      narrowed: bearer(narrowed.key),
      admin: bearer(ADMIN),
    },
    own: new Set([member.principal, narrowed.principal, "owner", "local"]),
    readLog: () => gateway.readLog(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
