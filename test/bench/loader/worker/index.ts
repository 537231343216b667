/** Runs the scripts it is sent, one after the other, with the contestant it is asked for; the bench holds the clock. */
import type { Job } from "../job.ts";
import { codemode } from "./codemode.ts";
import { floor } from "./floor.ts";
import { ours } from "./ours.ts";

interface Env {
  readonly LOADER: WorkerLoader;
  readonly ASSETS: Fetcher;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.method !== "POST") return new Response("ready");
    const { contestant, scripts } = await request.json<Job>();
    const contestants = {
      floor: floor(env.LOADER),
      ours: ours(env.LOADER, env.ASSETS),
      codemode: codemode(env.LOADER),
    };
    let last: unknown;
    for (const script of scripts) last = await contestants[contestant].run(script);
    const text = typeof last === "string" ? last : JSON.stringify(last);
    return new Response(text?.slice(0, 1_000));
  },
} satisfies ExportedHandler<Env>;
