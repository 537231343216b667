/** The answer of a 2026-07-28 server to `server/discover`: stored beside its tools, so that the next connection asks nothing. */
import type { Client, ConnectOptions, DiscoverResult } from "@modelcontextprotocol/client";
import * as z from "zod";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";

const knownSchema = z.object({ discover: z.record(z.string(), z.unknown()) });

export class KnownServer {
  #text: string | undefined;

  /** @param text what an earlier `remember` returned */
  constructor(text: string | undefined) {
    this.#text = text;
  }

  /** @returns the answer as text; undefined for a server of an earlier era */
  remember(client: Client): string | undefined {
    const discover = client.getDiscoverResult();
    const isKept = discover !== undefined && !isDeeper(discover, MAX_VALUE_DEPTH);
    this.#text = isKept ? JSON.stringify({ discover }) : undefined;
    return this.#text;
  }

  forget(): void {
    this.#text = undefined;
  }

  prior(): ConnectOptions["prior"] {
    if (this.#text === undefined) return undefined;
    const known = knownSchema.safeParse(JSON.parse(this.#text));
    return known.success ? { kind: "modern", discover: known.data.discover as unknown as DiscoverResult } : undefined;
  }
}
