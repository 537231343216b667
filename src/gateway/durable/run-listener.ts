/** Tells the Worker of a durable run what concerns the run. The Worker may be gone: then it is told nothing, and the run is resumed later. */

/** The Worker of a run, which is told about decisions on the run's approvals. */
export interface DecisionListener {
  decided(approval: string): void | Promise<void>;
  /** A call of the run is kept open until a person has answered what its upstream asks. */
  held(run: string, approval: string): void | Promise<void>;
  /** A client asks its user what the run waits for. */
  clientAsks(): void | Promise<void>;
}

/** As DecisionListener, for one run; never throws. */
export interface RunDecisionListener {
  readonly decided: (approval: string) => void;
  readonly held: (approval: string) => void;
  readonly clientAsks: () => void;
}

export function listenerOf(run: string, control: DecisionListener): RunDecisionListener {
  // An RPC promise has only a part of a promise's methods.
  const told = (telling: void | Promise<void>): void => void Promise.resolve(telling).catch(() => undefined);
  return {
    decided: (approval) => told(control.decided(approval)),
    held: (approval) => told(control.held(run, approval)),
    clientAsks: () => told(control.clientAsks()),
  };
}
