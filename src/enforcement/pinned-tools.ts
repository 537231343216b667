/** Shapes of tool pins that the Directory stores and Gateways exchange with it. A definition is identified by its hash (policy/pins/pins.ts). */
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { CheckedTool } from "../policy/pins/tool-texts.ts";
import type { Finding } from "../policy/pins/finding.ts";

/** `baseline`: what a server lists first is accepted. `hold`: an admin accepts each tool. */
export type PinMode = "off" | "baseline" | "hold";

const HELD_REASONS = ["new", "changed", "renamed", "finding", "unreadable", "decided"] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

export interface NamedHash {
  readonly name: string;
  /** Undefined for a definition that is too deep to be read. */
  readonly hash: string | undefined;
}

export interface HeldTool {
  readonly name: string;
  readonly reason: HeldReason;
  /** The first of what was found in it. */
  readonly finding?: string;
}

export interface OfferedTool {
  readonly tool: CheckedTool;
  readonly hash: string | undefined;
  readonly findings: readonly Finding[];
}

export interface PinReviewed {
  readonly held: readonly HeldTool[];
  /** Definitions that were never seen: to be offered. */
  readonly unknown: readonly string[];
  /** Changes with every decision about a tool of the server. */
  readonly version: number;
}

export interface PinRecord {
  readonly server: string;
  readonly tool: string;
  readonly hash: string;
  readonly state: "accepted" | "held";
  readonly reason: HeldReason | undefined;
  /** The name that an accepted tool with the same definition had. */
  readonly former: string | undefined;
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly decidedBy: string | undefined;
  readonly findings: readonly Finding[];
  /** The definition of a held tool, beside the one that was accepted last. */
  readonly definition: CheckedTool | undefined;
  readonly accepted: CheckedTool | undefined;
}

export interface PinQuery {
  readonly state: "accepted" | "held" | undefined;
  readonly server: string | undefined;
}

export interface PinList {
  readonly pins: readonly PinRecord[];
  /** The servers with more definitions than the list has of them. */
  readonly more: readonly { readonly server: string; readonly count: number }[];
}

/** Somebody who writes a policy wants to know what it is about. */
export function pinMode({ pins, policy }: Pick<GatewayConfig, "pins" | "policy">): PinMode {
  return pins ?? (policy === undefined ? "off" : "baseline");
}

/** Why a tool cannot be called. @param path as the script wrote it @param server its name in gateway.json */
export function heldText(path: string, { name, reason, finding }: HeldTool, server: string): string {
  // A server chooses the names of its tools, and people run the command: a name that a shell would read otherwise is left out.
  const which = [server, name].every((word) => PLAIN.test(word)) ? `${server} ${name}` : "SERVER TOOL";
  return `${path} is held: ${why(reason, finding)} An admin accepts it on the dashboard's policy page or with isogate pins accept ${which}.`;
}

const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

function why(reason: HeldReason, finding: string | undefined): string {
  switch (reason) {
    case "new":
      return "no admin has accepted it yet.";
    case "changed":
      return "its server, gateway.json or an update of the gateway has changed its definition since it was accepted.";
    case "renamed":
      return "its server has given an accepted tool this name.";
    case "finding":
      return `its definition has suspicious content. ${finding ?? ""}`.trimEnd();
    case "unreadable":
      return "its definition is too deep or too long to be checked.";
    case "decided":
      return "an admin has held it.";
  }
}
