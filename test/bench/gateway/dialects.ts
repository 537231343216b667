/**
 * One call of one tool, written for several systems. The first row uses no dialect: it is what the others are compared
 * with, and what must not grow by there being any. Each script runs again and again in its warm isolate, where the
 * dialect is all that differs.
 */
import { BenchClient } from "./client.ts";
import { median } from "./report.ts";
import { sample, type Measurement, type Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const WARM_UP = 20;
const SAMPLES = 100;

const SCRIPTS = {
  "without a dialect": "await notes.summarize({ id: 1 })",
  "codemode.summarize": "await codemode.summarize({ id: 1 })",
  "mcp.summarize": "await mcp.summarize({ id: 1 })",
  "ncp.do": 'await ncp.do("summarize a note", { id: 1 })',
  "fetch of codemode-mcp":
    'await (await fetch("http://localhost:3001/mcp/call", { method: "POST", body: JSON.stringify({ server: "notes", tool: "summarize", args: { id: 1 } }) })).json()',
  'import from "./servers/notes"': 'import { summarize } from "./servers/notes"; await summarize({ id: 1 })',
};

export const dialects: Section = {
  name: "dialects",
  async measure({ bundle, directory }) {
    const gateway = await startWorkerd({ bundle, directory, mcpServers: { notes: { type: "local" } } });
    const client = new BenchClient(gateway.port);
    try {
      await client.listTools();
      const measured = Object.entries(SCRIPTS).map(([name, script]) => ({ name, script, samples: [] as number[] }));
      // In turns, so that whatever else the machine does happens to all of them.
      await sample(WARM_UP + SAMPLES, async (index) => {
        for (const { script, samples } of measured) {
          const ms = await client.execute(script);
          if (index >= WARM_UP) samples.push(ms);
        }
        return 0;
      });
      const plain = median(measured[0]?.samples ?? []);
      return measured.map(({ name, samples }, index): Measurement => {
        const what = `one tool call: ${name}`;
        return index === 0 ? { what, samples } : { what, samples, note: `${signed(median(samples) - plain)} ms` };
      });
    } finally {
      client.close();
      await gateway.stop();
    }
  },
};

function signed(ms: number): string {
  return `${ms < 0 ? "" : "+"}${ms.toFixed(2)}`;
}
