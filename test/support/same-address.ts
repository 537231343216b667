/** Upstreams of a gateway that starts again with its storage have the address that they had: with another one they are others. */
import type { RunningServer } from "../fixtures/upstreams/node-server.ts";

export class SameAddress<Upstreams extends RunningServer> {
  readonly #start: (port: number) => Promise<Upstreams>;
  readonly #former = new Map<string, Upstreams>();

  constructor(start: (port: number) => Promise<Upstreams>) {
    this.#start = start;
  }

  /** @param directory of the gateway; its former upstreams are closed */
  async startFor(directory: string): Promise<Upstreams> {
    const former = this.#former.get(directory);
    await former?.close();
    const upstreams = await this.#start(former === undefined ? 0 : Number(new URL(former.origin).port));
    this.#former.set(directory, upstreams);
    return upstreams;
  }
}
