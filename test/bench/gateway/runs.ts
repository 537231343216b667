/** Scripts on a gateway that has been running. No script is sent twice, except where a row says so: each needs a new isolate. */
import { BenchClient } from "./client.ts";
import { median } from "./report.ts";
import { sample, type Measurement, type Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const WARM_UP = 20;

/** `n` makes the script unlike any other. */
const SCRIPTS = {
  sum: (n: number) => `1+${n}`,
  oneCall: (n: number) => `${n}; await notes.summarize({ id: 1 })`,
  inSequence: (n: number) => `${n}; for (let i = 0; i < 100; i += 1) await notes.summarize({ id: 1 })`,
  inParallel: (n: number) =>
    `${n}; (await Promise.all(Array.from({ length: 100 }, () => notes.summarize({ id: 1 })))).length`,
  javascript: (n: number) => `
async function read(id, n = ${n}) {
  const { notes: all } = await notes.list_notes();
  return all.filter((note) => note.id !== id).map(({ title }) => ({ title, n }));
}
const found = new Map();
for (const note of await read(1)) found.set(note.title, note);
return [...found.values()];`,
  typescript: (n: number) => `
interface Note { id: number; title: string; tags?: string[] }
async function read(id: number, n: number = ${n}): Promise<{ title: string; n: number }[]> {
  const { notes: all } = (await notes.list_notes()) as { notes: Note[] };
  return all.filter((note: Note): boolean => note.id !== id).map(({ title }) => ({ title, n }));
}
const found = new Map<string, { title: string }>();
for (const note of await read(1)) found.set(note.title, note);
return [...found.values()] satisfies { title: string }[];`,
  withEnum: (n: number) => `enum N { A = ${n} } N.A`,
};

/** How much longer a script may take because it is written in TypeScript. */
const MAX_MS_FOR_TYPES = 2;

export const runs: Section = {
  name: "runs",
  async measure({ bundle, directory }) {
    const gateway = await startWorkerd({ bundle, directory, mcpServers: { notes: { type: "local" } } });
    const client = new BenchClient(gateway.port);
    const measure = async (count: number, script: (n: number) => string, options: Record<string, unknown> = {}) => {
      await sample(Math.min(count, WARM_UP), (index) => client.execute(script(1_000_000 + index), options));
      return sample(count, (index) => client.execute(script(index), options));
    };
    try {
      await client.listTools();
      await saveScript(gateway.port, "sum", "1+1");
      return [
        { what: "execute_code: 1+1", samples: await measure(200, SCRIPTS.sum), bar: 15 },
        { what: "execute_code: 1+1, the same script again", samples: await measure(200, () => "1+1") },
        {
          what: "execute_code: a saved script, 1+1",
          samples: await sample(200, () => client.executeSaved("sum")),
          bar: 3,
        },
        { what: "execute_code: one tool call", samples: await measure(200, SCRIPTS.oneCall) },
        { what: "execute_code: 100 calls in sequence", samples: await measure(40, SCRIPTS.inSequence) },
        { what: "execute_code: 100 calls in parallel, 8 at once", samples: await measure(40, SCRIPTS.inParallel) },
        {
          what: "execute_code: 100 calls in parallel, 32 at once",
          samples: await measure(40, SCRIPTS.inParallel, { max_parallel: 32 }),
        },
        ...(await compareLanguages(client)),
        { what: "execute_code: TypeScript with an enum", samples: await measure(40, SCRIPTS.withEnum) },
      ];
    } finally {
      client.close();
      await gateway.stop();
    }
  },
};

/** Both in turn, so that a busy machine slows down one as it does the other. */
async function compareLanguages(client: BenchClient): Promise<readonly Measurement[]> {
  const javascript: number[] = [];
  const typescript: number[] = [];
  for (let n = -WARM_UP; n < 200; n += 1) {
    const times = [await client.execute(SCRIPTS.javascript(n)), await client.execute(SCRIPTS.typescript(n))] as const;
    if (n < 0) continue;
    javascript.push(times[0]);
    typescript.push(times[1]);
  }
  const bar = median(javascript) + MAX_MS_FOR_TYPES;
  return [
    { what: "execute_code: JavaScript of 8 lines", samples: javascript },
    { what: "execute_code: the same in TypeScript", samples: typescript, bar },
  ];
}

async function saveScript(port: number, name: string, code: string): Promise<void> {
  const body = JSON.stringify({ name, code });
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/scripts`, { method: "POST", body });
  if (response.status !== 201) throw new Error(await response.text());
}
