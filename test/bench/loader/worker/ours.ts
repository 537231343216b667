/** This repository's loader, as `execute_code` uses it. */
import { DEFAULT_LIMITS, createTranspile, prepareScript, run, type Host } from "../../../../worker-loader/index.ts";
import { note, type Contestant } from "./contestant.ts";

const host: Host = {
  call: async ({ args }) => ({ ok: true, value: JSON.stringify(note(JSON.parse(args))) }),
};

export function ours(loader: WorkerLoader, assets: Fetcher): Contestant {
  const transpile = createTranspile(loader, "bench", (name) => assets.fetch(`https://assets/transpiler/${name}`));
  // The others have neither limit.
  const limits = { ...DEFAULT_LIMITS, cpuMs: 30_000, maxParallel: 100 };
  return {
    async run(script) {
      const prepared = await prepareScript(script, undefined, transpile);
      if (!prepared.ok) throw new Error(prepared.error.message);
      const outcome = await run({
        loader,
        owner: "bench",
        script: prepared.script,
        servers: ["notes"],
        input: "{}",
        host,
        limits,
      });
      if (!outcome.ok) throw new Error(outcome.error.message);
      return outcome.value;
    },
  };
}
