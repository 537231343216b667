/** The official SDK clients with OAuth, and a person at the browser they open. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { UnauthorizedError as UnauthorizedErrorV1 } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Answer } from "../support/answer.ts";

export const REDIRECT = "http://127.0.0.1:7777/callback";
const INFO = { name: "e2e", version: "1.0.0" };

/** What an SDK client keeps; `person` is given the address to open and comes back with where it was sent. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: "E2E client",
    redirect_uris: [REDIRECT],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  opened: URL | undefined;
  kept: { info?: never; tokens?: never; discovery?: never; verifier?: string; state?: string } = {};

  state(): string {
    this.kept.state ??= crypto.randomUUID();
    return this.kept.state;
  }
  clientInformation(): never | undefined {
    return this.kept.info;
  }
  saveClientInformation(info: unknown): void {
    this.kept.info = info as never;
  }
  tokens(): never | undefined {
    return this.kept.tokens;
  }
  saveTokens(tokens: unknown): void {
    this.kept.tokens = tokens as never;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.kept.verifier = verifier;
  }
  saveDiscoveryState(state: unknown): void {
    this.kept.discovery = state as never;
  }
  discoveryState(): never | undefined {
    return this.kept.discovery;
  }
  codeVerifier(): string {
    return this.kept.verifier ?? "";
  }
}

interface SignedInClient {
  readonly memory: Memory;
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens the sign-in page and lets the client in. @returns the address the browser was sent to, at the client */
export type Person = (signIn: URL) => Promise<URL>;

export const OAUTH_CLIENTS = {
  "v1 SDK client": signInV1,
  "v2 client, 2026-07-28": signInV2,
} as const;

async function signInV2(url: string, person: Person): Promise<SignedInClient> {
  const memory = new Memory();
  const first = new TransportV2(new URL(url), { authProvider: memory });
  const mode = { pin: "2026-07-28" } as const;
  const refused = await new ClientV2(INFO, { versionNegotiation: { mode } })
    .connect(first)
    .catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedError) && memory.opened === undefined) throw refused;
  await first.finishAuth((await answered(memory, person)).searchParams);
  const client = new ClientV2(INFO, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(url), { authProvider: memory }));
  return {
    memory,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

async function signInV1(url: string, person: Person): Promise<SignedInClient> {
  const memory = new Memory();
  const first = new TransportV1(new URL(url), { authProvider: memory });
  const refused = await new ClientV1(INFO).connect(first).catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedErrorV1)) throw refused;
  await first.finishAuth((await answered(memory, person)).searchParams.get("code") ?? "");
  const client = new ClientV1(INFO);
  await client.connect(new TransportV1(new URL(url), { authProvider: memory }));
  return {
    memory,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answer,
    close: () => client.close(),
  };
}

async function answered(memory: Memory, person: Person): Promise<URL> {
  if (memory.opened === undefined) throw new Error("the client did not open a browser");
  const back = await person(memory.opened);
  if (back.searchParams.get("state") !== memory.kept.state) throw new Error(`another state came back: ${back.href}`);
  return back;
}
