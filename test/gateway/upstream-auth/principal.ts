/** A principal of the gateway under test, by its Gateway: what it calls, what it sees, how its Gateway crashes. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { CallReply } from "../../../worker-loader/index.ts";
import { FULL_ACCESS, type Access } from "../../../src/auth/principal.ts";
import type { GatewayStub } from "../../../src/rpc/gateway-stub.ts";
import type { UpstreamReport } from "../../../src/upstream/upstream-report.ts";
import { testControl, testOpening } from "../../support/run-opening.ts";
import { sealSession, sessionCookie } from "../../../src/auth/session.ts";
import { directoryOf } from "../../../src/rpc/directory-stub.ts";
import type { Env } from "../../../src/config/env.ts";
import { Browser, GATEWAY } from "../../support/browser.ts";

let made = 0;

export class TestPrincipal {
  readonly name: string;
  readonly id: DurableObjectId;
  readonly server: string;

  /** @param server the upstream that it uses */
  constructor(server: string) {
    made += 1;
    this.name = `principal${server.replaceAll("-", "")}${made}`;
    this.id = env.GATEWAY.idFromName(this.name);
    this.server = server;
  }

  get gateway(): GatewayStub {
    const stub: unknown = env.GATEWAY.get(this.id);
    return stub as GatewayStub;
  }

  async call(tool: string, access: Access = FULL_ACCESS): Promise<CallReply> {
    const scope = { access, allowedServers: [], wallMs: 60_000, origin: GATEWAY };
    using host = await this.gateway.openRun(scope, testOpening(), testControl());
    return await host.call({ server: this.server, tool, args: "{}", raw: false });
  }

  async link(): Promise<string> {
    const link = await this.gateway.connectUpstream(this.server, GATEWAY, FULL_ACCESS);
    if (link === undefined) throw new Error(`${this.server} has no sign-in.`);
    return link;
  }

  /** A person's browser that is signed in to the gateway with a key of this principal. */
  async browser(): Promise<Browser> {
    const directory = directoryOf(env as Env);
    await directory.notePrincipal({ id: this.name, kind: "key", label: "a test" });
    const asked = { name: "a test", role: "member", access: FULL_ACCESS, createdBy: this.name } as const;
    const created = await directory.createKey({ ...asked, principal: this.name });
    if (!created.ok) throw new Error(created.reason);
    const { tagKey } = await directory.deployment();
    const session = await sealSession({ credential: created.text }, tagKey, Date.now());
    return new Browser([sessionCookie(new Request(GATEWAY), session)]);
  }

  async report(): Promise<UpstreamReport> {
    const report = (await this.gateway.upstreams(GATEWAY)).find(({ name }) => name === this.server);
    if (report === undefined) throw new Error(`There is no ${this.server}.`);
    return report;
  }

  async tools(): Promise<readonly string[]> {
    const { servers, lists } = await this.gateway.snapshot([], FULL_ACCESS);
    const hash = servers.find(({ name }) => name === this.server)?.hash;
    return hash === undefined ? [] : (lists[hash] ?? []).map(({ name }) => name);
  }

  /** Its Gateway ends as by a crash: what is in memory is gone. */
  async restart(): Promise<void> {
    const doomed = env.GATEWAY.get(this.id);
    await runInDurableObject(doomed, (_gateway, state) => state.abort("restarted by a test")).catch(() => undefined);
  }

  /** The sealed credentials that its Gateway stores. */
  async credentials(): Promise<readonly unknown[]> {
    const stub = env.GATEWAY.get(this.id);
    return runInDurableObject(stub, (_gateway, { storage }) => storage.sql.exec("SELECT * FROM credential").toArray());
  }

  /** Everything its Gateway stores, as text. */
  async stored(): Promise<string> {
    const stub = env.GATEWAY.get(this.id);
    return runInDurableObject(stub, (_gateway, { storage }) => {
      const names = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
      const tables = names.filter(({ name }) => !name.startsWith("_cf_"));
      return JSON.stringify(tables.map(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray()));
    });
  }
}
