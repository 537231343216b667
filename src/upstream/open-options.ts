/** Arguments and result of opening an entry of gateway.json, whatever its kind. */
import type { ServerConfig } from "../config/gateway-config.ts";
import type { Connector, ToolDefinition } from "./connector.ts";
import type { CredentialPlace } from "./credentials/open-credential.ts";
import type { Followed } from "./mcp/resource-updates.ts";
import type { LocalServers } from "./local-servers.ts";
import type { Credential } from "./credentials/credential.ts";
import type { TunnelHub } from "./tunnel/tunnel-hub.ts";

type NamedTool = Pick<ToolDefinition, "name" | "annotations">;

/**
 * Says whether the policy has separate rules for `tool` when it is reached through `through`: `hidden` if the policy hides `tool`, `ruled` if the
 * policy decides differently on a direct call of `tool`.
 */
export type DecidesApart = (tool: NamedTool, through: NamedTool) => "hidden" | "ruled" | undefined;

export interface OpenOptions {
  readonly server: string;
  readonly config: ServerConfig;
  readonly env: Readonly<Record<string, unknown>>;
  readonly localServers: LocalServers;
  /** The way to servers that a tunnel carries; absent where there are no tunnels. */
  readonly tunnels?: Pick<TunnelHub, "openTransport" | "waiting">;
  readonly known: string | undefined;
  readonly credentials: CredentialPlace;
  /** Runs of this deployment can ask a person for the input that an upstream wants. */
  readonly asksPersons?: boolean;
  /** The policy decides on tools of the server. */
  readonly isGoverned?: boolean;
  /** Absent where there is no policy. */
  readonly decidesApart?: DecidesApart | undefined;
  readonly onToolsChanged: () => void;
  readonly onResourceUpdated: (uri: string) => void;
  readonly onSignedIn: () => void;
}

interface OpenUpstream {
  readonly ok: true;
  readonly connector: Connector;
  readonly credential: Credential;
  /** @returns sentences about an upstream that was reached and has answered nothing yet */
  readonly waiting?: (() => string | undefined) | undefined;
  /**
   * Has the upstream report changes of these resources, and of no others, for as long as the connection is open. Absent where there are no
   * subscriptions.
   * @throws UpstreamError
   */
  readonly followResources?: (uris: ReadonlySet<string>) => Promise<Followed>;
}

export type Opened = OpenUpstream | { readonly ok: false; readonly reason: string };
