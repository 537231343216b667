/**
 * The answer of a server to `server/discover`, or that it gave none: stored beside its tools, so that the next connection does not ask.
 * Servers that refuse the request are asked again each time.
 */
import { isWithin } from "../../lib/is-within.ts";
import type { Client, ConnectOptions, DiscoverResult } from "@modelcontextprotocol/client";
import * as z from "zod";
import { isDeeper } from "../../lib/nesting.ts";
import { IGNORED_PROBE_REST_MS } from "../../limits/tunnel-limits.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";

const knownSchema = z.union([
  z.object({ discover: z.record(z.string(), z.unknown()) }),
  z.object({ ignoredAt: z.number() }),
]);

export class KnownServer {
  #text: string | undefined;

  /** @param text what an earlier `remember` returned */
  constructor(text: string | undefined) {
    this.#text = text;
  }

  /** A connection was opened for which the server was asked. */
  opened(hasIgnoredProbe: boolean): void {
    this.#text = hasIgnoredProbe ? JSON.stringify({ ignoredAt: Date.now() }) : undefined;
  }

  /** @returns what is known, as text; undefined for a server of an earlier era that refuses the request */
  remember(client: Client): string | undefined {
    const discover = client.getDiscoverResult();
    if (discover === undefined) return this.#text;
    this.#text = isDeeper(discover, MAX_VALUE_DEPTH) ? undefined : JSON.stringify({ discover });
    return this.#text;
  }

  forget(): void {
    this.#text = undefined;
  }

  prior(): ConnectOptions["prior"] {
    if (this.#text === undefined) return undefined;
    const known = knownSchema.safeParse(JSON.parse(this.#text)).data;
    if (known === undefined) return undefined;
    if ("discover" in known) return { kind: "modern", discover: known.discover as unknown as DiscoverResult };
    return isWithin(IGNORED_PROBE_REST_MS, known.ignoredAt, Date.now()) ? { kind: "legacy" } : undefined;
  }
}
