/**
 * Runs a program in several lives with the loader: its journal is cut at an entry, as if the process had died there, and the next life
 * gets the rest. The upstream counts the calls that reach it.
 */
import { env } from "cloudflare:workers";
import { DEFAULT_LIMITS, NOTHING_RECORDED, prepareScript, recordingOf, run } from "../../worker-loader/index.ts";
import type { CallReply, Entry, HostReply, Outcome, ToolCall } from "../../worker-loader/index.ts";
import type { DurableProgram } from "./durable-programs.ts";

const { LOADER } = env as unknown as { LOADER: WorkerLoader };

const STARTED_AT = Date.UTC(2026, 0, 1);

export class Lives {
  /** The entries that survive. */
  readonly journal: Entry[] = [];
  /** Number of times each call reached the upstream, by its arguments. */
  readonly reached = new Map<string, number>();
  readonly #program: DurableProgram;

  constructor(program: DurableProgram) {
    this.#program = program;
  }

  /** @param killAt how long the journal may become; the process dies when it is as long. @returns undefined when it died */
  async live(killAt = Infinity): Promise<Outcome | undefined> {
    const prepared = await prepareScript(this.#program.code, "javascript", () =>
      Promise.reject(new Error("No TypeScript")),
    );
    if (!prepared.ok) throw new Error(prepared.error.message);
    const killed = new AbortController();
    let isDead = false;
    const unwritten: Entry[] = [];
    const write = (entry: Entry): boolean => {
      if (!isDead && this.journal.length >= killAt) {
        isDead = true;
        killed.abort();
      }
      if (!isDead) this.journal.push(entry);
      return !isDead;
    };
    const flush = (): void => void unwritten.splice(0).every(write);
    const waiting = new Map<
      number,
      { readonly call: ToolCall; readonly go: (again: () => Promise<HostReply>) => void }
    >();
    const answer = (number: number): void => {
      const one = waiting.get(number);
      waiting.delete(number);
      if (one === undefined) return;
      const reply = replyTo(one.call);
      flush();
      if (!write({ kind: "answered", number, reply })) return;
      this.reached.set(one.call.args, (this.reached.get(one.call.args) ?? 0) + 1);
      one.go(() => Promise.resolve(reply));
    };
    const outcome = await run({
      loader: LOADER,
      owner: "durable",
      script: prepared.script,
      servers: ["github"],
      input: "null",
      limits: { ...DEFAULT_LIMITS, maxParallel: 3 },
      signal: killed.signal,
      host: {
        call: async (call, number = -1) => {
          flush();
          return { waits: new Promise((go) => void waiting.set(number, { call, go })) };
        },
      },
      durable: {
        startedAt: STARTED_AT,
        seed: "0123456789abcdef0123456789abcdef",
        recording: this.journal.length === 0 ? NOTHING_RECORDED : recordingOf(this.journal),
        record: (entry) => void unwritten.push(entry),
        onRest: ({ nextTimer }) => {
          // Timers come before answers, so that the order is the same however fast the machine is.
          if (nextTimer !== undefined) return;
          const byRank = [...waiting].sort(([, one], [, other]) => this.#rankOf(one.call) - this.#rankOf(other.call));
          const [first] = byRank;
          if (first) answer(first[0]);
        },
      },
    });
    if (isDead) return undefined;
    flush();
    return isDead ? undefined : outcome;
  }

  #rankOf({ args }: ToolCall): number {
    const { n } = JSON.parse(args) as { readonly n: number };
    return this.#program.rank(n);
  }
}

function replyTo({ tool, args }: ToolCall): CallReply {
  const { n } = JSON.parse(args) as { readonly n: number };
  if (tool === "fail") return { ok: false, error: { code: "TOOL_ERROR", message: `the disk of ${n} is full` } };
  return { ok: true, value: JSON.stringify({ n, twice: n * 2 }) };
}

/** @returns the problems at each position at which the program can be interrupted */
export async function findDifferences(program: DurableProgram): Promise<readonly string[]> {
  const whole = new Lives(program);
  const meant = JSON.stringify(await whole.live());
  const problems: string[] = [];
  const check = (where: string, lives: Lives, got: Outcome | undefined): void => {
    if (JSON.stringify(got) !== meant) problems.push(`${where}: meant ${meant}\ngot ${JSON.stringify(got)}`);
    const often = [...lives.reached].filter(([, times]) => times !== 1);
    if (often.length > 0) problems.push(`${where}: not once at the upstream: ${JSON.stringify(often)}`);
    if (lives.reached.size !== whole.reached.size)
      problems.push(`${where}: ${lives.reached.size} calls, not ${whole.reached.size}`);
  };
  check("at once", whole, await whole.live());
  const positions = whole.journal.map((_entry, at) => at);
  const cutOff = async (at: number): Promise<void> => {
    const lives = new Lives(program);
    const first = await lives.live(at);
    if (first !== undefined) problems.push(`cut at ${at}: it did not die`);
    check(`cut at ${at}`, lives, await lives.live());
  };
  // Several run at once, because they mostly wait.
  while (positions.length > 0) await Promise.all(positions.splice(0, MAX_AT_ONCE).map(cutOff));
  return problems;
}

const MAX_AT_ONCE = 8;
