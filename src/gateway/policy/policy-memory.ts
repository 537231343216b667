/**
 * The state that decisions on a principal's calls depend on: the runs that are under way, the earlier calls that conditions ask for, and every tool that was
 * ever called while there were rules about flows.
 */
import type { PolicyInForce } from "../../enforcement/policy-in-force.ts";
import type { RunOpening } from "../../ledger/run-record.ts";
import type { DataVault } from "./data-vault.ts";
import { LoadedHistory } from "./loaded-history.ts";
import type { CallHistoryTable } from "../store/call-history-table.ts";

/** A run that a person or client asked for, with those that its scripts started. */
export interface RootRun {
  readonly id: string;
  readonly session: string | undefined;
  readonly isScheduledWithInput: boolean;
  open: number;
}

interface PolicyMemoryOptions {
  readonly table: CallHistoryTable;
  readonly vault: DataVault;
  readonly now: () => number;
  /** The policy as it is now. */
  readonly current: () => PolicyInForce | undefined;
}

export class PolicyMemory {
  readonly #options: PolicyMemoryOptions;
  /** The runs under way, by their ids and by those of the saved scripts inside them. */
  readonly #roots = new Map<string, RootRun>();
  #called: Set<string> | undefined;
  #history: { readonly policy: PolicyInForce; readonly kept: LoadedHistory } | undefined;

  constructor(options: PolicyMemoryOptions) {
    this.#options = options;
  }

  /** A run begins, or a saved script inside one. */
  enter(opening: RunOpening): RootRun {
    const { id, parent } = opening;
    const above = parent === undefined ? undefined : this.#roots.get(parent);
    const root = above ?? {
      id: parent ?? id,
      // A detached run, and one that goes on, has no request; its opening has the session that asked for it.
      session: opening.session,
      isScheduledWithInput: opening.via === "schedule" && opening.input !== "{}",
      open: 0,
    };
    root.open += 1;
    this.#roots.set(id, root);
    // A run that goes on after a restart has called before.
    const policy = this.#options.current();
    const isAsked = policy !== undefined && (policy.compiled.flows.length > 0 || this.#isPartlyLoaded(policy));
    if (above === undefined && isAsked) {
      this.historyOf(policy).noteTools(root.id, this.#options.table.toolsOfRun(root.id));
    }
    return root;
  }

  #isPartlyLoaded(policy: PolicyInForce): boolean {
    return this.#history?.policy === policy && this.#history.kept.isPartlyLoaded;
  }

  leave(root: RootRun, { id }: RunOpening): void {
    this.#roots.delete(id);
    root.open -= 1;
    if (root.open === 0) this.#history?.kept.forgetRun(root.id);
  }

  /** Another document has other conditions, so other calls are kept for it; so they are where other tools are renamed. */
  historyOf(policy: PolicyInForce): LoadedHistory {
    if (this.#history?.policy !== policy) {
      const { table, now } = this.#options;
      const kept = new LoadedHistory(policy, table, now(), (json) => this.revealed(json));
      this.#history = { policy, kept };
      for (const [run, root] of this.#roots) if (run === root.id) kept.noteTools(run, table.toolsOfRun(run));
    }
    return this.#history.kept;
  }

  /** Tools whose results may be in what is kept from one run to the next. */
  calledTools(): ReadonlySet<string> {
    this.#called ??= new Set(this.#options.table.calledTools());
    return this.#called;
  }

  noteCalled(path: string): void {
    if (this.calledTools().has(path)) return;
    this.#options.table.noteCalledTool(path);
    this.#called?.add(path);
  }

  /** @param json recorded text @returns the text with the values that its tokens stand for */
  revealed(json: string): string {
    const { vault, current } = this.#options;
    return current()?.compiled.data?.tokenizes === true ? vault.reveal(json).json : json;
  }
}
