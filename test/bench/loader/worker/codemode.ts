/** `@cloudflare/codemode`, as its README uses it. */
import { DynamicWorkerExecutor } from "@cloudflare/codemode";
import { note, type Contestant } from "./contestant.ts";

export function codemode(loader: WorkerLoader): Contestant {
  const executor = new DynamicWorkerExecutor({ loader });
  const providers = [{ name: "notes", fns: { get: async (args: unknown) => note(args) } }];
  return {
    async run(script) {
      const { result, error } = await executor.execute(script, providers);
      if (error !== undefined) throw new Error(error);
      return result;
    },
  };
}
