/** Bindings and variables of the Worker (see wrangler.toml). Secrets named by `${NAME}` in gateway.json are read by name. */

import type { AiBinding } from "./ai-binding.ts";

export interface Env {
  readonly LOADER: WorkerLoader;
  /** One Gateway per principal; its methods are typed by rpc/gateway-stub.ts. */
  readonly GATEWAY: DurableObjectNamespace;
  /** One per deployment: keys, principals. Typed by rpc/directory-stub.ts. */
  readonly DIRECTORY: DurableObjectNamespace;
  readonly ASSETS: Fetcher;
  /** Workers AI, optional: search then also ranks by meaning. */
  readonly AI?: AiBinding;
  /** One key that lets its holder in as the principal "owner". */
  readonly ISOGATE_API_KEY?: string;
  /** Authorizes its holder to create the first admin key, once. */
  readonly ISOGATE_SETUP_TOKEN?: string;
  /** `local` opens the gateway to everyone who can reach it; it is written to .dev.vars by `npm start` and never deployed. */
  readonly ISOGATE_OPEN?: string;
  /** Keys that seal stored credentials, separated by commas: the first seals, all open. See upstream/credentials/key-ring.ts. */
  readonly ISOGATE_ENCRYPTION_KEY?: string;
  /** Replaces the bundled gateway.json; JSON text. */
  readonly GATEWAY_JSON?: string;
}
