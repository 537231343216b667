/**
 * The platform lets only a few dynamic Workers of one request run at once and refuses the next. Local workerd has no such limit, so a
 * stand-in for the loader refuses in the platform's words.
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, prepareScript, run, type Host } from "../../worker-loader/index.ts";

const host: Host = { call: () => Promise.reject(new Error("no tools here")) };

/** Refuses `times` times, then is the real one. */
function refusing(times: number): WorkerLoader {
  let left = times;
  return {
    get(name, code) {
      left -= 1;
      if (left >= 0) throw new Error("Too many concurrent dynamic workers");
      return env.LOADER.get(name, code);
    },
    load: (code) => env.LOADER.load(code),
  };
}

async function outcome(loader: WorkerLoader, wallMs: number) {
  const prepared = await prepareScript("1 + 1", "javascript", () => Promise.reject(new Error("not TypeScript")));
  if (!prepared.ok) throw new Error(prepared.error.message);
  const options = { owner: "capacity", servers: [], input: "{}", host, limits: { ...DEFAULT_LIMITS, wallMs } };
  return run({ loader, script: prepared.script, ...options });
}

describe("an isolate that the platform has no room for", () => {
  it("is asked for again within the run's time", async () => {
    expect(await outcome(refusing(2), 5_000)).toMatchObject({ ok: true, value: "2" });
  });

  it("ends the run with CAPACITY when there is none until then", async () => {
    expect(await outcome(refusing(1_000), 300)).toMatchObject({ ok: false, error: { code: "CAPACITY" } });
  });
});
