/**
 * The least that running a script in a dynamic Worker can cost: one module, one RPC there, one for each call. Nothing is
 * bounded, checked or reported.
 */
import { RpcTarget } from "cloudflare:workers";
import { GUEST_COMPATIBILITY_DATE } from "../../../../worker-loader/compatibility.ts";
import { note, type Contestant } from "./contestant.ts";

class Notes extends RpcTarget {
  get(args: unknown) {
    return note(args);
  }
}

interface Entrypoint {
  run(notes: Notes): Promise<unknown>;
}

export function floor(loader: WorkerLoader): Contestant {
  return {
    run(script) {
      const stub = loader.get(`floor:${script}`, () => ({
        compatibilityDate: GUEST_COMPATIBILITY_DATE,
        mainModule: "floor.js",
        modules: { "floor.js": moduleOf(script) },
        globalOutbound: null,
      }));
      return (stub.getEntrypoint() as unknown as Entrypoint).run(new Notes());
    },
  };
}

function moduleOf(script: string): string {
  return `import { WorkerEntrypoint } from "cloudflare:workers";
export default class extends WorkerEntrypoint {
  async run(notes) {
    const value = (${script});
    return typeof value === "function" ? value() : value;
  }
}`;
}
