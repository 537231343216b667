/** How long after its limit a run ends. Local workerd enforces no limit: each of these is the gateway's own. */
import { BenchClient } from "./client.ts";
import { sample, type Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const LIMIT_MS = 150;
const MAX_DELAY_MS = 100;
const SAMPLES = 40;

const ENDLESS = {
  "an empty loop": "for (;;) {}",
  "a loop that catches everything": "for (;;) { try { for (;;) {} } catch {} finally { continue } }",
  "a recursion": "function f() { try { f() } catch { f() } } f()",
  "a thousand loops that await": "await Promise.all(Array.from({ length: 1e3 }, async () => { for (;;) await null }))",
};

export const limits: Section = {
  name: "limits",
  async measure({ bundle, directory }) {
    const gateway = await startWorkerd({ bundle, directory, mcpServers: { notes: { type: "local" } } });
    const client = new BenchClient(gateway.port);
    const delays = (error: string, script: string, options: Record<string, number>) =>
      sample(SAMPLES, async (n) => (await client.executeUntil(error, `${n}; ${script}`, options)) - LIMIT_MS);
    try {
      const measured = [];
      for (const [what, script] of Object.entries(ENDLESS)) {
        const samples = await delays("CPU_LIMIT", script, { cpu_ms: LIMIT_MS });
        measured.push({ what: `after its CPU limit ends ${what}`, samples, bar: MAX_DELAY_MS });
      }
      const asleep = await delays("TIMEOUT", "await sleep(1e9)", { timeout_ms: LIMIT_MS });
      return [...measured, { what: "after its wall clock ends a sleep", samples: asleep, bar: MAX_DELAY_MS }];
    } finally {
      client.close();
      await gateway.stop();
    }
  },
};
