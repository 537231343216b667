/**
 * Random asynchronous programs: sequences, `all`, `race`, `any`, `allSettled`, nested branches, timers, bodies, errors, loops, saved scripts. Every
 * call has arguments of its own, so that a second one with the same arguments is one too many.
 */
import { randomFrom } from "./random.ts";

export interface DurableProgram {
  readonly code: string;
  /** The saved scripts that it can run, by name. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** In which order the upstream answers the calls that wait for it. */
  readonly rank: (call: number) => number;
}

const MAX_CALLS = 9;
/** A saved script may run another one. */
const MAX_SCRIPTS = 2;

export function durableProgram(seed: number): DurableProgram {
  const random = randomFrom(seed);
  const below = (max: number): number => Math.floor(random() * max);
  let calls = 0;
  let names = 0;
  let sleeps = 0;
  let saved = 0;
  const scripts: Record<string, string> = {};
  const name = (): string => `v${(names += 1)}`;
  const call = (): string => {
    calls += 1;
    const n = calls;
    const tool = below(5) === 0 ? "fail" : "get";
    // A saved script that is run in a loop makes its calls with the input of each round.
    return `github.${tool}({ n: ${n}, round: input?.round })`;
  };
  const safe = (expression: string): string =>
    `${expression}.then((value) => { console.log("got", JSON.stringify(value)); return value.n ?? value; }, (error) => { console.log("failed", error.message); return -1; })`;

  const leaf = (): string => {
    switch (below(9)) {
      // The event loop answers reads of bodies.
      case 7:
        return `new Response("${"x".repeat(1 + below(2_000))}").text().then((text) => { console.log("read", text.length); return ${safe(call())}; })`;
      case 8:
        return `${safe(call())}.then((value) => new Request("http://a.example", { method: "POST", body: JSON.stringify([value]) }).json()).then(([value]) => { console.log("parsed", value); return ${safe(call())}; })`;
      case 0:
        // Two timers at once would make the order depend on the clock.
        if (sleeps > 0) return safe(call());
        sleeps += 1;
        return `sleep(${1 + below(3)}).then(() => { console.log("slept"); return 0; })`;
      case 1:
        return `Promise.resolve().then(() => Math.floor(Math.random() * 1000))`;
      case 2:
        return `(async () => { await null; return Date.now() % 7 === 9 ? 1 : ${safe(call())}; })()`;
      default:
        return safe(call());
    }
  };
  /** A saved script begins with a call: the end of one that only computes has no place among the answers before it has happened. */
  const script = (depth: number): string => {
    saved += 1;
    const scriptName = `saved${saved}`;
    const begins = `console.log("begins", JSON.stringify(await ${safe(call())}));`;
    const last = name();
    const ends = below(4) === 0 ? `throw new Error("lost " + ${last});` : `return { round: input.round, ${last} };`;
    scripts[scriptName] = `${begins}\n${block(depth)}\nconst ${last} = await ${branch(depth)};\n${ends}`;
    return scriptName;
  };
  const branch = (depth: number): string => {
    if (calls >= MAX_CALLS) return "Promise.resolve(7)";
    if (depth <= 0) return leaf();
    const several = (): string => Array.from({ length: 2 + below(2) }, () => branch(depth - 1)).join(", ");
    switch (below(10)) {
      case 9:
        if (saved >= MAX_SCRIPTS) return leaf();
        return safe(`scripts.${script(depth - 1)}({ round: input?.round })`);
      case 0:
        return `Promise.all([${several()}])`;
      case 1:
        return `Promise.race([${several()}])`;
      case 2:
        return `Promise.any([${several()}])`;
      case 3:
        return `Promise.allSettled([${several()}]).then((all) => all.map((one) => one.value ?? one.reason))`;
      case 4:
        return `(async () => { ${block(depth - 1)} return 5; })()`;
      case 5:
        return `(async () => { try { await ${call()}; return "fine"; } catch (error) { console.log("caught", error.code); return ${branch(depth - 1)}; } })()`;
      default:
        return leaf();
    }
  };
  const block = (depth: number): string => {
    const parts: string[] = [];
    for (let count = 1 + below(2); count > 0; count -= 1) {
      const value = name();
      switch (below(6)) {
        case 5:
          if (saved < MAX_SCRIPTS && depth > 0) {
            const run = safe(`scripts.${script(0)}({ round: [input?.round, round] })`);
            parts.push(
              `for (let round = 1; round <= 2; round += 1) { const ${value} = await ${run}; console.log("round", round, JSON.stringify(${value})); }`,
            );
          }
          break;
        case 0:
          parts.push(
            `for (let i = 0; i < 2; i += 1) { const ${value} = await github.get({ n: ${(calls += 1)}, i, round: input?.round }); console.log("loop", ${value}.n, i); }`,
          );
          break;
        case 1:
          parts.push(
            `const ${value} = await ${branch(depth)}; if (String(${value}).length % 2) { console.log("odd", await ${branch(depth - 1)}); }`,
          );
          break;
        default:
          parts.push(`const ${value} = await ${branch(depth)}; console.log("${value}", JSON.stringify(${value}));`);
      }
    }
    return parts.join("\n");
  };
  const code = `${block(2)}\n${block(2)}\nreturn [${Array.from({ length: 2 }, () => `await ${branch(1)}`).join(", ")}, Math.floor(Math.random() * 1e9)];`;
  const ranks = Array.from({ length: 64 }, () => random());
  return { code, scripts, rank: (n) => ranks[n % ranks.length] ?? 0 };
}
