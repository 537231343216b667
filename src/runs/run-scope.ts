/** The servers, time and calls of one run, as its request and its credentials allow. */
import type { DirectClient } from "../lib/client-ability.ts";
import type { LogLevel } from "../lib/log-message.ts";
import type { Access } from "../auth/principal.ts";
import type { ScriptFlows } from "../enforcement/call-guard.ts";
import type { Trigger } from "../schedules/schedule.ts";
import type { DurablePlace } from "./durable/placed-entry.ts";

/** The servers that a run asked for, within what its credentials allow. */
export interface RunScope {
  readonly access: Access;
  /** Id of the key or grant that the run came with. */
  readonly credential?: string;
  /** Names or identifiers of servers; empty means all. */
  readonly allowedServers: readonly string[];
  /** The gateway's origin as the client knows it, where links begin. There are no links without it. */
  readonly origin?: string;
  /** The run's wall clock, in milliseconds. The Worker ends the run; the Gateway closes it a second later if the Worker is gone. */
  readonly wallMs: number;
  /** The request by which the client can cancel the run. */
  readonly request?: SessionRequest;
  /** The client of a direct call, which answers what the upstream asks it for. */
  readonly client?: DirectClient;
  /** The client wants to know how far the run is. */
  readonly wantsProgress?: boolean;
  /** The client wants the upstreams' log messages of this level and above; absent where its session may say so, or no client wants them. */
  readonly logLevel?: LogLevel;
  /** Id of the principal that calls. */
  readonly principal?: string;
  /** The calls that the script's results may reach; absent where the analysis cannot tell. */
  readonly flows?: ScriptFlows;
  /** Calls that are not known to be read-only are answered without being sent. */
  readonly isDryRun?: boolean;
  /** Present for a run that can be resumed after it was cut off. */
  readonly durable?: DurableScope;
}

export interface DurableScope extends DurablePlace {
  /** The arguments of `execute_code`, for the run that a client asked for; undefined for a saved script inside it. */
  readonly args: unknown;
  readonly isDetached: boolean;
  /** The run was cut off before. */
  readonly isResumed: boolean;
  /** In a run that was cut off: names in gateway.json of the servers that the script knew when it began, by their names in it. */
  readonly servers?: ReadonlyMap<string, string>;
  /** The client asks its user what the run waits for, so that the run is parked as soon as it waits. */
  readonly asksAtOnce?: boolean;
  /** The trigger of a schedule's run. */
  readonly trigger?: Trigger;
}

/** One request of a client's session. */
export interface SessionRequest {
  readonly session: string;
  /** The ids 1 and "1" are two. */
  readonly id: string | number;
}
