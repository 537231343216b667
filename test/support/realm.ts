/** Controls one realm of the protected upstream; see fixtures/upstreams/protected-upstream.ts. */
import type { Behaviour, RealmStats } from "../fixtures/upstreams/protected-behaviour.ts";

export class Realm {
  readonly url: string;

  constructor(origin: string, name: string) {
    this.url = `${origin}/r/${name}`;
  }

  async reset(): Promise<void> {
    await fetch(`${this.url}/reset`);
  }

  async control(behaviour: Partial<Behaviour>): Promise<void> {
    await fetch(`${this.url}/control`, { method: "POST", body: JSON.stringify(behaviour) });
  }

  async stats(): Promise<RealmStats> {
    return (await fetch(`${this.url}/stats`)).json();
  }

  /** Revokes all access tokens; with `refresh`, refresh tokens, too. */
  async revokeAll(refresh = false): Promise<void> {
    await fetch(`${this.url}/revoke-all${refresh ? "?refresh" : ""}`);
  }

  /** From now on proofs need another nonce. */
  async changeNonce(): Promise<void> {
    await fetch(`${this.url}/new-nonce`);
  }

  /** Makes the realm forget all registered clients. */
  async forgetClients(): Promise<void> {
    await fetch(`${this.url}/forget-clients`);
  }
}
