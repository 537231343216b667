/** The runs of a principal that go on. The counts of each include those of the saved scripts inside it, which have journals of their own. */
import type { Access } from "../../auth/principal.ts";
import type { RunJournal } from "./run-journal.ts";

/** A run that goes on, as a caller who wants to end it sees it. */
export interface CancellableRun {
  /** The run ends as cancelled, with this message. */
  cancel(reason: string): void | Promise<void>;
}

interface ActiveRun {
  readonly journal: RunJournal;
  readonly control: CancellableRun;
  /** The access of the run. */
  readonly access: Access;
}

export class ActiveRuns {
  readonly #runs = new Map<string, ActiveRun>();

  add(run: ActiveRun): void {
    this.#runs.set(run.journal.opening.id, run);
  }

  get(id: string): ActiveRun | undefined {
    return this.#runs.get(id);
  }

  delete({ opening }: RunJournal): void {
    this.#runs.delete(opening.id);
  }

  journals(): readonly RunJournal[] {
    return [...this.#runs.values()].map(({ journal }) => journal);
  }

  /** Adds what a script has done so far to the counts of the runs around it, from the inside to the outside. */
  tellRunsAround(inner: RunJournal): void {
    const { parent } = inner.opening;
    const around = parent === undefined ? undefined : this.#runs.get(parent)?.journal;
    if (around === undefined) return;
    around.include(inner);
    this.tellRunsAround(around);
  }

  /**
   * Adds what the scripts inside a run have done to its counts. Called before it is closed: a run that parks, is cancelled or loses its Worker
   * is closed before the scripts inside it, and takes no counts after that. Their calls that are on their way have no known outcome.
   */
  takeFromScripts(run: RunJournal): void {
    for (const inner of this.journals()) {
      if (inner.opening.parent !== run.opening.id) continue;
      this.takeFromScripts(inner);
      inner.cutOffCalls();
      run.include(inner);
    }
  }
}
