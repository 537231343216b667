/** Who hears of changes, and of which: through lost connections, a Gateway that starts anew, ended keys and sessions. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { FULL_ACCESS, covers, type Access } from "../../../src/auth/principal.ts";
import { Listening } from "../../../src/gateway/listening/listening.ts";
import { LISTEN_CHECK_MS, MAX_RESOURCES_OF_LISTENER, MAX_SUBSCRIPTIONS } from "../../../src/limits/listen-limits.ts";
import { MAX_LISTENERS_OF_CREDENTIAL } from "../../../src/limits/listen-limits.ts";
import type { ListenRequest } from "../../../src/rpc/listening.ts";
import { UpstreamError } from "../../../src/upstream/connector.ts";
import type { Followed } from "../../../src/upstream/mcp/resource-updates.ts";
import type { Upstream } from "../../../src/upstream/upstream.ts";

/** An upstream as far as a Listening knows it. */
class Reporting {
  readonly name = "notes";
  isFollowing = true;
  followed = new Set<string>();
  refuses: string | undefined;
  isDown = false;
  /** Does not answer. */
  isSilent = false;

  followResources(uris: ReadonlySet<string>): Promise<Followed> {
    if (this.isSilent) return new Promise(() => undefined);
    if (this.isDown) return Promise.reject(new UpstreamError("UPSTREAM_ERROR", "notes is down."));
    const wanted = new Set([...uris].filter((uri) => uri !== this.refuses));
    const begun = [...wanted.difference(this.followed)];
    this.followed = wanted;
    const refused = this.refuses !== undefined && uris.has(this.refuses) ? [[this.refuses, "it never changes"]] : [];
    return Promise.resolve({ begun, refused: new Map(refused as [string, string][]) });
  }
}

interface TrialState {
  readonly listening: Listening;
  readonly upstream: Reporting;
  readonly ended: Set<string>;
  /** Time passes. */
  readonly later: (ms: number) => void;
  /** What the credentials permit now. */
  readonly today: { access: Access };
  readonly storage: DurableObjectStorage;
  /** A Gateway that has lost its memory. */
  readonly restart: () => Listening;
}

function tried(name: string, work: (parts: TrialState) => Promise<void>): () => Promise<void> {
  return () =>
    runInDurableObject(env.GATEWAY.getByName(`listening ${name}`), async (_gateway, { storage }) => {
      const upstream = new Reporting();
      const ended = new Set<string>();
      let now = Date.now();
      const later = (ms: number): void => void (now += ms);
      const today = { access: FULL_ACCESS };
      const upstreams = new Map([[upstream.name, upstream as unknown as Upstream]]);
      const restart = (): Listening =>
        new Listening({
          storage,
          now: () => now,
          stands: ({ credential }, access) => !ended.has(credential ?? "") && covers(today.access, access),
          holderOf: (credential) => (credential.startsWith("token") ? "a key" : credential),
          upstreams: () => Promise.resolve(upstreams),
        });
      await work({ listening: restart(), upstream, ended, today, later, storage, restart });
    });
}

const NOTE = { server: "notes", uri: "note:1" };

function asking(more: Partial<ListenRequest> = {}): ListenRequest {
  const proof = { credential: "k_1" } as ListenRequest["proof"];
  return { proof, access: FULL_ACCESS, resources: [NOTE], isAgain: true, waitMs: 0, ...more };
}

const NOTHING = { state: "listening", areToolsNew: false, updated: [], refused: [] };

it(
  "tells each change once, and wakes who waits",
  tried("once", async ({ listening, upstream }) => {
    expect(await listening.listen("s", asking({ isAgain: false }))).toStrictEqual(NOTHING);
    const waiting = listening.listen("s", asking({ waitMs: 5_000 }));
    await Promise.resolve();
    listening.resourceUpdated("other", "note:1");
    listening.resourceUpdated("notes", "note:12");
    listening.resourceUpdated("notes", "note:1");
    expect(await waiting).toMatchObject({ updated: ["note:1"] });
    expect(await listening.listen("s", asking())).toStrictEqual(NOTHING);
    listening.toolsChanged();
    expect(await listening.listen("s", asking())).toMatchObject({ areToolsNew: true });
    expect([...upstream.followed]).toStrictEqual(["note:1"]);
    listening.stop("s");
    await expect.poll(() => [...upstream.followed]).toStrictEqual([]);
  }),
);

it(
  "tells a resource as changed whose connection was lost",
  tried("lost", async ({ listening, upstream, later }) => {
    await listening.listen("s", asking({ isAgain: false }));
    // One that is lost at once, again and again, is opened again after a while.
    for (const updated of [["note:1"], ["note:1"]]) {
      upstream.followed = new Set();
      expect(await listening.listen("s", asking())).toStrictEqual(NOTHING);
      later(LISTEN_CHECK_MS);
      expect(await listening.listen("s", asking())).toMatchObject({ updated });
    }
    later(LISTEN_CHECK_MS);
    upstream.isDown = true;
    expect(await listening.listen("s", asking())).toMatchObject({ updated: [], refused: ["note:1"] });
  }),
);

it(
  "tells all resources as changed after the Gateway was started anew, and goes on with the session's subscriptions",
  tried("anew", async ({ listening, upstream, restart }) => {
    expect(await listening.subscribe("session", NOTE)).toBeUndefined();
    upstream.followed = new Set();
    const anew = restart();
    const inSession = asking({ session: "session", resources: [] });
    expect(await anew.listen("s", inSession)).toMatchObject({ updated: ["note:1"] });
    anew.endSession("session");
    anew.resourceUpdated("notes", "note:1");
    expect(await anew.listen("s", inSession)).toStrictEqual({ state: "ended" });
    expect(await anew.listen("another", inSession)).toStrictEqual(NOTHING);
  }),
);

it(
  "ends what a key listens for when the key ends, while it waits too",
  tried("ended", async ({ listening, ended }) => {
    await listening.listen("s", asking());
    const waiting = listening.listen("s", asking({ waitMs: 50 }));
    ended.add("k_1");
    expect(await waiting).toStrictEqual({ state: "ended" });
    expect(await listening.listen("s", asking())).toStrictEqual({ state: "ended" });
  }),
);

it(
  "ends what a person listens for who may not see so many servers any more",
  tried("demoted", async ({ listening, today }) => {
    await listening.listen("s", asking());
    today.access = { ...FULL_ACCESS, servers: ["others"] };
    listening.resourceUpdated("notes", "note:1");
    expect(await listening.listen("s", asking())).toStrictEqual({ state: "ended" });
  }),
);

it(
  "ends at once when the key is revoked, and others with other keys wait on",
  tried("at once", async ({ listening, ended }) => {
    const proof = { credential: "k_2" } as ListenRequest["proof"];
    await listening.listen("s", asking());
    await listening.listen("other", asking({ proof }));
    const revoked = listening.listen("s", asking({ waitMs: 60_000 }));
    const other = listening.listen("other", asking({ proof, waitMs: 500 }));
    ended.add("k_1");
    listening.endAllOf("k_1");
    expect(await Promise.race([revoked, other])).toStrictEqual({ state: "ended" });
    expect(await other).toStrictEqual(NOTHING);
  }),
);

it(
  "hears of other servers and tools while one does not answer",
  { timeout: 30_000 },
  tried("silent", async ({ listening, upstream }) => {
    await listening.listen("s", asking({ isAgain: false }));
    upstream.isSilent = true;
    const began = performance.now();
    const waiting = listening.listen("s", asking({ waitMs: 60_000 }));
    listening.toolsChanged();
    expect(await waiting).toMatchObject({ areToolsNew: true });
    expect(performance.now() - began).toBeLessThan(10_000);
    const other = { ...NOTE, uri: "note:2" };
    expect(await listening.subscribe("session", other)).toMatch(/notes has not answered within/);
  }),
);

it(
  "reports a change that happened before the session had its stream",
  tried("late", async ({ listening }) => {
    await listening.subscribe("session", NOTE);
    listening.resourceUpdated("notes", NOTE.uri);
    const first = await listening.listen("late", { ...asking({ session: "session", resources: [] }), isAgain: false });
    expect(first).toMatchObject({ updated: [NOTE.uri] });
  }),
);

it(
  "forgets nothing of a session in which a client listens, whatever others subscribe to",
  tried("spared", async ({ listening, storage }) => {
    await listening.subscribe("mine", NOTE);
    const mine = asking({ session: "mine", resources: [] });
    await listening.listen("s", mine);
    storage.sql.exec(
      `WITH RECURSIVE at (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM at WHERE n <= ?)
        INSERT INTO session_resource (session, uri, server, set_at) SELECT 'session ' || n, ?, ?, ? + n FROM at`,
      MAX_SUBSCRIPTIONS,
      NOTE.uri,
      NOTE.server,
      Date.now() + 60_000,
    );
    await listening.subscribe("last", NOTE);
    const { left } = storage.sql.exec("SELECT count(*) AS left FROM session_resource").one();
    expect(left).toBe(MAX_SUBSCRIPTIONS + 1);
    listening.resourceUpdated("notes", "note:1");
    expect(await listening.listen("s", mine)).toMatchObject({ updated: ["note:1"] });
  }),
);

it(
  "tells restricted credentials nothing of other servers, even in a session that has subscribed to them",
  tried("narrow", async ({ listening }) => {
    const access = { ...FULL_ACCESS, servers: ["others"] };
    await listening.subscribe("session", NOTE);
    for (const request of [asking({ access }), asking({ access, session: "session", resources: [] })]) {
      await listening.listen(`s ${request.session}`, request);
      listening.resourceUpdated("notes", "note:1");
      expect(await listening.listen(`s ${request.session}`, request)).toStrictEqual(NOTHING);
    }
  }),
);

it(
  "refuses what the upstream refuses, and more than a session may have",
  tried("refused", async ({ listening, upstream }) => {
    upstream.refuses = "note:never";
    const never = { server: "notes", uri: "note:never" };
    expect(await listening.subscribe("session", never)).toBe("notes: it never changes");
    expect(await listening.listen("s", asking({ resources: [NOTE, never], isAgain: false }))).toMatchObject({
      refused: ["note:never"],
    });
    for (let at = 0; at < MAX_RESOURCES_OF_LISTENER; at += 1) {
      expect(await listening.subscribe("session", { server: "notes", uri: `note:${at}` })).toBeUndefined();
    }
    expect(await listening.subscribe("session", { server: "notes", uri: "note:more" })).toMatch(
      /maximum of 50 subscriptions/,
    );
    expect(await listening.subscribe("session", { server: "notes", uri: "note:0" })).toBeUndefined();
    expect(await listening.subscribe("session", { server: "gone", uri: "note:0" })).toMatch(
      /gone is not an upstream any more/,
    );
  }),
);

it(
  "the tokens that one key has approved leave places for other keys",
  tried("tokens", async ({ listening }) => {
    const stateFor = async (id: string, credential: string) =>
      (await listening.listen(id, asking({ proof: { credential } }))).state;
    for (let at = 0; at < MAX_LISTENERS_OF_CREDENTIAL; at += 1) {
      expect(await stateFor(`s${at}`, `token ${at % 2}`)).toBe("listening");
    }
    expect(await stateFor("more", "token 2")).toBe("too-many");
    expect(await stateFor("of the key", "a key")).toBe("too-many");
    expect(await stateFor("of another", "another key")).toBe("listening");
  }),
);
