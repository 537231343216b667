/** A principal's upstreams: opened once for the life of its Gateway, listed when that is due, shown without what is withheld. */
import { allowsServer, type Access } from "../../auth/principal.ts";
import type { Unlisted } from "../../catalog/call-target.ts";
import { listsBeyond } from "../../catalog/list-size.ts";
import { narrowTools } from "../../catalog/narrow.ts";
import type { ServerSnapshot, Snapshot } from "../../catalog/snapshot.ts";
import type { Env } from "../../config/env.ts";
import { loadConfig } from "../../config/load-config.ts";
import { hidesServer, type PolicyInForce } from "../../enforcement/policy-in-force.ts";
import { MAX_ALL_LISTS_CHARS } from "../../limits/upstream-limits.ts";
import type { ServerTools } from "../../policy/document/unknown-tools.ts";
import type { IdentityTokens } from "../../upstream/credentials/stored-identity.ts";
import type { OAuthSignIn } from "../../upstream/credentials/oauth-sign-in.ts";
import { checkUpstreams } from "../../upstream/check-upstreams.ts";
import { FETCH_SERVER } from "../../upstream/script-fetch/fetch-tool.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { UpstreamReport } from "../../upstream/upstream-report.ts";
import { withoutHeld, withoutHidden } from "../policy/hidden-tools.ts";
import { OpenUpstreams, type OpenUpstreamsOptions } from "./open-upstreams.ts";
import { CredentialTable } from "../store/credential-table.ts";
import { NOTHING_HELD, type HeldTools, type ToolPins } from "../policy/tool-pins.ts";

/** The first answer waits at most this long for upstreams that were never listed; a slow one is shown as connecting. */
const FIRST_LISTING_MS = 1_500;
/** A person waits for the check of all upstreams at most this long. */
const CHECK_MS = 5_000;
/** Upstreams that a check asks at the same time: the platform opens six connections at once. */
const MAX_CHECKS = 6;

interface PrincipalUpstreamsOptions extends OpenUpstreamsOptions {
  readonly pins: ToolPins;
}

interface Shown {
  readonly servers: readonly ServerSnapshot[];
  readonly lists: Snapshot["lists"];
}

export class PrincipalUpstreams {
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  readonly #pins: ToolPins;
  readonly #hasFetch: boolean;
  readonly #open: OpenUpstreams;
  #firstListing: Promise<void> | undefined;

  constructor(ctx: DurableObjectState, env: Env, { pins, ...options }: PrincipalUpstreamsOptions) {
    this.#ctx = ctx;
    this.#env = env;
    this.#pins = pins;
    const loaded = loadConfig(env);
    this.#hasFetch = loaded.ok && loaded.config.fetch !== undefined;
    this.#open = new OpenUpstreams(ctx, env, options);
  }

  /** Upstreams by name, in the order of gateway.json. Rejects when gateway.json cannot be used. */
  get all(): Promise<ReadonlyMap<string, Upstream>> {
    return this.#open.current(Date.now());
  }

  /** Identifiers in scripts by the names of all upstreams, also of those that are switched off. Known as soon as `all` was. */
  get identifiers(): ReadonlyMap<string, string> {
    return this.#open.identifiers;
  }

  /** Those that an admin has switched off, which `all` has not, as far as these credentials may hear of them. */
  switchedOff(access: Access): Unlisted {
    return this.#open.switchedOff(access);
  }

  /** An admin has added, removed or switched one. */
  changed(): void {
    this.#open.recheck();
  }

  /** Reads the lists of servers that have gone, without waiting. */
  async refresh(servers: readonly string[]): Promise<void> {
    const upstreams = await this.all;
    for (const server of servers) void upstreams.get(server)?.refresh();
  }

  /** A tunnel that carries these servers was opened. */
  async reopened(servers: readonly string[]): Promise<void> {
    const upstreams = await this.all;
    for (const server of servers) upstreams.get(server)?.reopened();
  }

  async get(server: string): Promise<Upstream | undefined> {
    return (await this.all).get(server);
  }

  /** Stores what a sign-in at the identity provider has left, for the upstreams that are reached with it. */
  async keepIdentity(tokens: IdentityTokens): Promise<void> {
    await this.#open.identity?.keep(tokens);
  }

  async signInAt(server: string): Promise<OAuthSignIn | undefined> {
    return (await this.get(server))?.signIn;
  }

  /** Invalidates the links to sign-in pages of upstreams, and sign-ins that have begun. */
  async cancelSignIns(): Promise<void> {
    // Disabled upstreams have no open Upstream object that could cancel their sign-ins.
    new CredentialTable(this.#ctx.storage, {
      owner: "",
      secrets: this.#env.ISOGATE_ENCRYPTION_KEY,
    }).removeAllOneTime();
    for (const { signIn } of (await this.all).values()) signIn?.cancel();
  }

  /** In the order of gateway.json. @param origin see `GatewayStub.snapshot` */
  async reports(origin: string): Promise<readonly UpstreamReport[]> {
    const upstreams = await this.#others();
    await this.#refreshDue(upstreams);
    return Promise.all(upstreams.map((upstream) => this.#report(upstream, origin)));
  }

  /** The same after each upstream was asked, also one that rests because it did not answer before. */
  async checkedReports(origin: string): Promise<readonly UpstreamReport[]> {
    const upstreams = await this.#others();
    // Those that are down are the last, so that they hold up no other one.
    const inOrder = upstreams.toSorted((one, other) => Number(one.isDown) - Number(other.isDown));
    const late = await checkUpstreams(inOrder, { ms: CHECK_MS, parallel: MAX_CHECKS });
    return Promise.all(
      upstreams.map(async (upstream) => ({
        ...(await this.#report(upstream, origin)),
        ...(late.has(upstream) && { unansweredMs: CHECK_MS }),
      })),
    );
  }

  async #report(upstream: Upstream, origin: string): Promise<UpstreamReport> {
    const [report, held] = await Promise.all([upstream.report(origin), this.heldOf(upstream)]);
    return { ...report, ...(held.size > 0 && { held: held.size }) };
  }

  /** All but the gateway's own. */
  async #others(): Promise<readonly Upstream[]> {
    return [...(await this.all).values()].filter(({ name }) => !this.#isOwn(name));
  }

  /** All tools, also hidden and held ones; undefined for an upstream that is down or was never listed. */
  async listedTools(): Promise<readonly ServerTools[]> {
    const upstreams = [...(await this.all).values()];
    await this.#refreshDue(upstreams);
    return Promise.all(
      upstreams.map(async (upstream): Promise<ServerTools> => {
        const [{ status }, described] = await Promise.all([upstream.summary(), upstream.describe()]);
        const isListed = status.state === "ready" && described !== undefined;
        return { name: upstream.name, tools: isListed ? described.tools : undefined };
      }),
    );
  }

  /** @param have hashes of lists that the caller holds already. What `access` or the policy withholds is in no list */
  async shown(
    have: readonly string[],
    access: Access,
    current: () => PolicyInForce | undefined,
    origin: string | undefined,
  ): Promise<Shown> {
    const all = await this.all;
    // The upstreams say which of their tools are renamed.
    const policy = current();
    const upstreams = [...all.values()].filter(
      ({ name }) =>
        !this.#isOwn(name) && allowsServer(access, name) && !(policy !== undefined && hidesServer(policy, name)),
    );
    await this.#refreshDue(upstreams);
    const lists: Record<string, Snapshot["lists"][string]> = {};
    const listed = await Promise.all(upstreams.map((upstream) => upstream.describe()));
    const beyond = listsBeyond(
      listed.map((described) => described?.tools ?? []),
      MAX_ALL_LISTS_CHARS,
    );
    const servers = await Promise.all(
      upstreams.map(async (upstream, index): Promise<ServerSnapshot> => {
        const described = listed[index];
        const { name } = upstream;
        const summary = { ...(await upstream.summary(origin)), identifier: this.identifiers.get(name) ?? name };
        if (described === undefined) return summary;
        if (beyond.has(index)) return { ...summary, status: { state: "down", reason: tooMuch(upstream.name) } };
        const visible = policy === undefined ? described : withoutHidden(described, upstream.name, policy);
        const { shown, held } = withoutHeld(visible, await this.heldOf(upstream));
        const { hash, tools, withheld } = narrowTools(shown, access);
        if (!have.includes(hash)) lists[hash] = tools;
        return { ...summary, hash, ...(withheld.length > 0 && { withheld }), ...(held.length > 0 && { held }) };
      }),
    );
    return { servers, lists };
  }

  /** Tools of an upstream that no call may reach until an admin has accepted them. */
  async heldOf(upstream: Upstream): Promise<HeldTools> {
    const listed = this.#isOwn(upstream.name) ? undefined : await upstream.describe();
    if (listed === undefined) return NOTHING_HELD;
    const others = async (): Promise<ReadonlySet<string>> => {
      const known = [...(await this.all).values()].filter(({ name }) => name !== upstream.name);
      const lists = await Promise.all(known.map((other) => other.describe()));
      return new Set(lists.flatMap((list) => list?.tools.map(({ name }) => name) ?? []));
    };
    const { name: server, pinnedAs } = upstream;
    return this.#pins.held({ server, pinnedAs }, listed, others, Date.now());
  }

  /** The gateway's own, which is a function for scripts and no server of anybody. */
  #isOwn(server: string): boolean {
    return this.#hasFetch && server === FETCH_SERVER;
  }

  /** Lists that are due are read again behind the answer; only upstreams that were never listed are waited for, and not for long. */
  async #refreshDue(upstreams: readonly Upstream[]): Promise<void> {
    const now = Date.now();
    const first = upstreams.flatMap((upstream) => upstream.refreshIfDue(now) ?? []);
    if (first.length > 0) {
      const moment = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LISTING_MS));
      this.#firstListing = Promise.race([Promise.all(first).then(() => undefined), moment]);
    }
    await this.#firstListing;
  }
}

function tooMuch(server: string): string {
  const max = MAX_ALL_LISTS_CHARS / 1_000_000;
  return `The tools of ${server} do not fit beside those of the other servers: all lists together may have ${max} million characters of JSON. Its tools can be called, not found.`;
}
