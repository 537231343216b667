/**
 * Runs a program in several attempts with the loader: its journal is cut at an entry, as if the process had died there, and the next attempt
 * goes on from it. The upstream counts the calls that reach it. Saved scripts that the program runs share its journal, as in the gateway.
 */
import { env } from "cloudflare:workers";
import { codemodeMcpExtension } from "../../dialects/codemode-mcp/extension.ts";
import { placeOf, type PlacedEntry } from "../../src/runs/durable/placed-entry.ts";
import { DurableSession } from "../../src/runs/durable/session.ts";
import { servicesExtension } from "../../src/runs/services/extension.ts";
import { nestedScripts, type NestedRun } from "../../src/runs/services/nested-scripts.ts";
import { answerFrom } from "../../src/runs/services/service.ts";
import { DEFAULT_LIMITS, prepareScript, run } from "../../worker-loader/index.ts";
import type { CallReply, HostReply, Outcome, Rest, ToolCall } from "../../worker-loader/index.ts";
import type { DurableProgram } from "./durable-programs.ts";

const { LOADER } = env as unknown as { LOADER: WorkerLoader };

const STARTED_AT = Date.UTC(2026, 0, 1);
const SEED = "0123456789abcdef0123456789abcdef";

export class Attempts {
  /** The entries that survive. */
  readonly journal: PlacedEntry[] = [];
  /** Number of times each call reached the upstream, by its arguments. */
  readonly reached = new Map<string, number>();
  readonly program: DurableProgram;

  constructor(program: DurableProgram) {
    this.program = program;
  }

  /** @returns what is left of a run after its journal had so many entries */
  static cutOff({ program, journal }: Attempts, at: number): Attempts {
    const attempts = new Attempts(program);
    attempts.journal.push(...journal.slice(0, at));
    const calls = new Map<string, string>();
    for (const entry of attempts.journal) {
      if (entry.kind === "asked" && entry.ask.kind === "call")
        calls.set(placeOf(entry.path, entry.number), entry.ask.args);
      const args = entry.kind === "answered" ? calls.get(placeOf(entry.path, entry.number)) : undefined;
      if (args !== undefined) attempts.reach(args);
    }
    return attempts;
  }

  /** @param killAt how long the journal may become; the process dies when it is as long. @returns undefined when it died */
  attempt(killAt = Infinity): Promise<Outcome | undefined> {
    return new Attempt(this, killAt).attempt();
  }

  reach(args: string): void {
    this.reached.set(args, (this.reached.get(args) ?? 0) + 1);
  }
}

interface WaitingCall {
  readonly path: string;
  readonly number: number;
  readonly call: ToolCall;
  readonly go: (again: () => Promise<HostReply>) => void;
}

interface AttemptedScript {
  readonly path: string;
  readonly code: string;
  /** JSON text. */
  readonly input: string;
  /** Names of the saved scripts that are being run, outermost first. */
  readonly chain: readonly string[];
}

/** The process in which the run is, until it ends or dies. */
class Attempt {
  readonly #attempts: Attempts;
  readonly #killAt: number;
  readonly #session: DurableSession;
  readonly #killed = new AbortController();
  readonly #waiting = new Set<WaitingCall>();
  /** The scripts that run now, by path; undefined while a script computes. */
  readonly #rests = new Map<string, Rest | undefined>();

  constructor(attempts: Attempts, killAt: number) {
    this.#attempts = attempts;
    this.#killAt = killAt;
    this.#session = new DurableSession({
      root: "r_1",
      entries: [...attempts.journal],
      startedAt: STARTED_AT,
      waitMs: Infinity,
      sleepsUntil: Infinity,
    });
  }

  async attempt(): Promise<Outcome | undefined> {
    const outcome = await this.#run({ path: "", code: this.#attempts.program.code, input: "null", chain: [] });
    return this.#write(this.#session.take()) ? outcome : undefined;
  }

  async #run({ path, code, input, chain }: AttemptedScript): Promise<Outcome> {
    const prepared = await prepareScript(code, "javascript", () => Promise.reject(new Error("No TypeScript")));
    if (!prepared.ok) throw new Error(prepared.error.message);
    const runScript = async (name: string, given: unknown, number = -1): Promise<NestedRun> =>
      this.#runSaved(name, given, placeOf(path, number), [...chain, name]);
    const answer = answerFrom(nestedScripts({ chain, run: runScript }));
    this.#rests.set(path, undefined);
    const outcome = await run({
      loader: LOADER,
      owner: "durable",
      script: prepared.script,
      servers: ["github"],
      input,
      limits: { ...DEFAULT_LIMITS, maxParallel: 3 },
      signal: this.#killed.signal,
      extensions: [servicesExtension, codemodeMcpExtension("none")],
      host: {
        call: async (call, number = -1) => {
          this.#write(this.#session.take());
          return { waits: new Promise((go) => void this.#waiting.add({ path, number, call, go })) };
        },
        ask: async (question, number) => {
          this.#write(this.#session.take());
          return answer(question, number);
        },
      },
      durable: {
        ...this.#session.durable(path, { startedAt: STARTED_AT, seed: SEED }),
        onRest: (rest) => {
          this.#rests.set(path, rest);
          this.#answerFirst();
        },
      },
    });
    this.#rests.delete(path);
    return outcome;
  }

  async #runSaved(name: string, input: unknown, path: string, chain: readonly string[]): Promise<NestedRun> {
    const begun = this.#session.childAt(path)?.script;
    const { code } = begun ?? { code: this.#attempts.program.scripts?.[name] ?? "" };
    if (begun === undefined) {
      const identity = { id: `r_${path}`, seed: SEED, startedAt: STARTED_AT };
      this.#session.noteChild(path, identity, { code, saved: { name, version: 1 } });
    }
    const outcome = await this.#run({ path, code, input: JSON.stringify(input ?? null), chain });
    // The answer of a script that died with its process must not be taken for its end.
    if (this.#killed.signal.aborted) return new Promise(() => undefined);
    if (!outcome.ok) return { ok: false, error: outcome.error };
    return { ok: true, ...(outcome.value !== undefined && { value: outcome.value }) };
  }

  /** Answers one call when nothing else can happen. Timers come before answers, so that the order is the same however fast the machine is. */
  #answerFirst(): void {
    const rests = [...this.#rests.values()];
    if (!rests.every((rest) => rest?.stillSo() === true && rest.nextTimer === undefined)) return;
    const { rank } = this.#attempts.program;
    const [first] = [...this.#waiting].sort((one, other) => rank(numberOf(one.call)) - rank(numberOf(other.call)));
    if (first === undefined) return;
    this.#waiting.delete(first);
    this.#rests.set(first.path, undefined);
    const { path, number, call, go } = first;
    const reply = replyTo(call);
    if (!this.#write([...this.#session.take(), { kind: "answered", path, number, reply }])) return;
    this.#attempts.reach(call.args);
    go(() => Promise.resolve(reply));
  }

  /** @returns false if the process is dead */
  #write(entries: readonly PlacedEntry[]): boolean {
    for (const entry of entries) {
      if (this.#attempts.journal.length >= this.#killAt) this.#killed.abort();
      if (this.#killed.signal.aborted) return false;
      this.#attempts.journal.push(entry);
    }
    return !this.#killed.signal.aborted;
  }
}

function numberOf({ args }: ToolCall): number {
  const { n } = JSON.parse(args) as { readonly n: number };
  return n;
}

function replyTo(call: ToolCall): CallReply {
  const n = numberOf(call);
  if (call.tool === "fail") return { ok: false, error: { code: "TOOL_ERROR", message: `the disk of ${n} is full` } };
  return { ok: true, value: JSON.stringify({ n, twice: n * 2 }) };
}

/**
 * @returns the problems at each position at which the program can be interrupted. The first attempt is the same each time, so that the others
 * begin with the first entries of one journal; in the middle it is really killed.
 */
export async function findDifferences(program: DurableProgram): Promise<readonly string[]> {
  const whole = new Attempts(program);
  const meant = JSON.stringify(await whole.attempt());
  const problems: string[] = [];
  const check = (where: string, attempts: Attempts, got: Outcome | undefined): void => {
    if (JSON.stringify(got) !== meant) problems.push(`${where}: meant ${meant}\ngot ${JSON.stringify(got)}`);
    const often = [...attempts.reached].filter(([, times]) => times !== 1);
    if (often.length > 0) problems.push(`${where}: not once at the upstream: ${JSON.stringify(often)}`);
    if (attempts.reached.size !== whole.reached.size)
      problems.push(`${where}: ${attempts.reached.size} calls, not ${whole.reached.size}`);
  };
  check("at once", whole, await whole.attempt());
  const middle = Math.floor(whole.journal.length / 2);
  const killed = new Attempts(program);
  if ((await killed.attempt(middle)) !== undefined) problems.push(`killed at ${middle}: it did not die`);
  check(`killed at ${middle}`, killed, await killed.attempt());
  const cutOff = async (at: number): Promise<void> => {
    const attempts = Attempts.cutOff(whole, at);
    check(`cut at ${at}`, attempts, await attempts.attempt());
  };
  const positions = whole.journal.map((_entry, at) => at);
  // Several run at once, because they mostly wait.
  while (positions.length > 0) await Promise.all(positions.splice(0, MAX_AT_ONCE).map(cutOff));
  return problems;
}

const MAX_AT_ONCE = 16;
