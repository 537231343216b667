/** Log messages of upstreams: which client hears which, in both eras of clients and upstreams. */
import { LOG_LEVEL_META_KEY, type Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { LOG_BURST, MAX_LOG_CHARS, MAX_RUN_LOGS } from "../../src/limits/upstream-limits.ts";
import type { LogLevel, LogMessage } from "../../src/lib/log-message.ts";
import { createKey } from "../support/api.ts";
import { envelopeOf, type Envelope } from "../support/answer.ts";
import { ask, connect } from "../support/client.ts";

const ERAS = ["modern", "legacy"] as const;
type Era = (typeof ERAS)[number];

/** A client that collects what it hears. */
class Listener implements AsyncDisposable {
  readonly heard: LogMessage[] = [];
  readonly #client: Client;
  readonly #era: Era;
  #level: LogLevel | undefined;

  constructor(client: Client, era: Era) {
    this.#client = client;
    this.#era = era;
    client.setNotificationHandler("notifications/message", ({ params }) => void this.heard.push(params));
  }

  static async connect(era: Era, headers: Readonly<Record<string, string>> = {}): Promise<Listener> {
    return new Listener(await connect(era, headers), era);
  }

  async listen(level: LogLevel): Promise<this> {
    if (this.#era === "legacy") await this.#client.setLoggingLevel(level);
    this.#level = level;
    return this;
  }

  /** Asks for progress, too, where a listener is given. */
  async run(code: string, onprogress?: () => void): Promise<Envelope> {
    const inRequest = this.#era === "modern" && this.#level !== undefined;
    return envelopeOf(
      await this.#client.callTool(
        {
          name: "execute_code",
          arguments: { code },
          ...(inRequest && { _meta: { [LOG_LEVEL_META_KEY]: this.#level } }),
        },
        { ...(onprogress && { onprogress }), timeout: 170_000 },
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}

describe.each(ERAS)("a client of the %s era", (era) => {
  describe.each(ERAS)("and an upstream of the %s era", (upstream) => {
    const server = `features_${upstream}`;

    it("hears the levels that it asked for, with the server in front", async () => {
      await using client = await (await Listener.connect(era)).listen("error");
      expect(await client.run(`await ${server}.log()`)).toMatchObject({ value: "done" });
      const levels = ["error", "critical", "alert", "emergency"];
      expect(client.heard.map(({ level }) => level)).toStrictEqual(levels);
      expect(client.heard[0]).toMatchObject({ logger: `${server}/pump`, data: { said: "error" } });
    });

    it("hears nothing without asking", async () => {
      await using client = await Listener.connect(era);
      expect(await client.run(`await ${server}.log()`)).toMatchObject({ value: "done" });
      expect(client.heard).toStrictEqual([]);
    });

    it("hears nothing of what another client's script calls at the same time, of the same principal or another", async () => {
      const { key } = await createKey({});
      await using asking = await (await Listener.connect(era)).listen("debug");
      await using other = await (await Listener.connect(era)).listen("debug");
      await using stranger = await (await Listener.connect(era, { authorization: `Bearer ${key}` })).listen("debug");
      await Promise.all([
        asking.run(`await Promise.all([${server}.log(), ${server}.log()])`),
        other.run(`await ${server}.chatty()`),
        stranger.run("1"),
      ]);
      expect(asking.heard).toHaveLength(16);
      expect(other.heard.map(({ data }) => data)).toStrictEqual(["half way"]);
      expect(stranger.heard).toStrictEqual([]);
    });

    it("hears a bounded part of a flood, and how much it does not hear", async () => {
      await using client = await (await Listener.connect(era)).listen("warning");
      const times = 1_000;
      let told = 0;
      const { value } = await client.run(`await ${server}.flood({ times: ${times} })`, () => void (told += 1));
      expect(value).toBe("done");
      const dropped = client.heard.at(-1);
      expect(dropped).toMatchObject({ level: "warning", logger: "isogate" });
      expect(client.heard.length).toBeGreaterThanOrEqual(LOG_BURST);
      expect(client.heard.length).toBeLessThanOrEqual(MAX_RUN_LOGS + 1);
      const passed = client.heard.length - 1;
      expect(dropped?.data).toContain(`${times - passed} log messages of upstreams were dropped`);
      expect(told).toBeGreaterThan(0);
      expect(told).toBeLessThan(times / 2);
    });

    it("gets a long message cut", async () => {
      await using client = await (await Listener.connect(era)).listen("debug");
      await client.run(`await ${server}.flood({ times: 1, chars: 100_000 })`);
      expect(client.heard.map(({ data }) => String(data).length)).toStrictEqual([MAX_LOG_CHARS + 1]);
    });
  });

  it("hears what a 2025-era upstream says on the stream of its session", async () => {
    await using client = await (await Listener.connect(era)).listen("info");
    const server = `announcing_${era}`;
    await client.run(`await ${server}.announce()`);
    expect(client.heard).toMatchObject([{ level: "error", logger: server, data: "to whom it concerns" }]);
  });

  it("hears each session's level only", async () => {
    await using loud = await (await Listener.connect(era)).listen("debug");
    await using quiet = await (await Listener.connect(era)).listen("emergency");
    await loud.run("await features_modern.log()");
    await quiet.run("await features_modern.log()");
    expect([loud.heard.length, quiet.heard.length]).toStrictEqual([8, 1]);
  });
});

describe.each(ERAS)("an upstream of the %s era", (upstream) => {
  it("that sends 100,000 messages in a call fails the call, and nothing else", { timeout: 180_000 }, async () => {
    const server = `features_${upstream}`;
    await using client = await (await Listener.connect("modern")).listen("debug");
    const code = `try { await ${server}.flood({ times: 100_000 }) } catch ({ code, message }) { [code, message] }`;
    const { value } = await client.run(code);
    expect(value).toStrictEqual(["UPSTREAM_ERROR", expect.stringContaining("more than 20000 messages")]);
    expect(client.heard.length).toBeLessThanOrEqual(MAX_RUN_LOGS + 1);
    expect(await client.run(`await ${server}.chatty()`)).toMatchObject({ value: "done" });
  });
});

it("a client of the 2025 era without a session is told to begin one", async () => {
  const answer = await ask(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "logging/setLevel", params: { level: "info" } }),
    }),
  );
  expect(await answer.text()).toContain("mcp-session-id");
});
