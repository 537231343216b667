/**
 * `npm run bench -- mcpproxy-samples --data FOLDER`: the scripts of MCPProxy's documents and tests of code execution, out of a checkout of
 * smart-mcp-proxy/mcpproxy-go. Each runs twice against the same tools: rewritten, and as sloppy code with a synchronous `call_tool`, which
 * is what MCPProxy does. Exits with 1 when one of them differs.
 */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { mcpproxyRewrite } from "../../dialects/mcpproxy/rewrite.ts";
import { eraseTypes } from "../../worker-loader/erase-types/erase-types.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import { runAsMeant, runRewritten } from "../prepare/mcpproxy/in-node.ts";

interface Sample {
  readonly from: string;
  readonly code: string;
  readonly isTypeScript: boolean;
}

type Verdict =
  /** The same value or error and the same calls. */
  | "same"
  /** MCPProxy's engine refuses it, such as a `return` at the top; it runs here. */
  | "runs here only"
  /** Its types are erased, and it is accepted; its value is not compared. */
  | "accepted"
  /** Answered by the envelope that MCPProxy documents, without a call. */
  | "malformed batch"
  /** A script that is only a function has no JSON value there, and is called here (docs/scripts.md). */
  | "function is called"
  | "differs";

const DOCUMENTS = /^(?:docs\/code_execution|docs\/features)\/[^/]*\.md$/;
const TESTS = /^internal\/jsruntime\/[^/]*_test\.go$/;

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) {
  console.error("npm run bench -- mcpproxy-samples --data FOLDER takes a checkout of smart-mcp-proxy/mcpproxy-go.");
  process.exit(2);
}
const samples = await readSamples(values.data);
const counts = new Map<Verdict, number>();
for (const sample of samples) {
  const { verdict, why } = await judge(sample);
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict === "differs") console.log(`${sample.from}: ${why}`);
}
console.log(`${samples.length} scripts: ${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`);
if (samples.length === 0 || counts.has("differs")) process.exitCode = 1;

async function judge({ code, isTypeScript }: Sample): Promise<{ readonly verdict: Verdict; readonly why: string }> {
  if (isTypeScript) {
    const plain = eraseTypes(code)?.code;
    const prepared = await prepareScript(plain ?? code, undefined, noTranspiler, [], [mcpproxyRewrite]).catch(
      () => undefined,
    );
    // Enums and namespaces need the transpiler, which is tried elsewhere.
    return { verdict: prepared?.ok === false ? "differs" : "accepted", why: JSON.stringify(prepared) };
  }
  const meant = await runAsMeant(code);
  const { text: _text, isDivided: _isDivided, ...ours } = await runRewritten(code);
  const why = JSON.stringify({ meant, ours });
  if ("refused" in ours.ended) return { verdict: isRefused(meant.ended) ? "same" : "differs", why };
  if (isRefused(meant.ended)) return { verdict: "runs here only", why };
  // The tools that both use take every batch; MCPProxy answers a malformed one with this envelope, as the dialect does.
  if ("value" in ours.ended && ours.ended.value?.startsWith('{"ok":false,"error":{"code":"INVALID_ARGS"') === true) {
    return { verdict: "malformed batch", why };
  }
  if ("value" in meant.ended && meant.ended.value === undefined && /^\s*\(?(?:async )?function\b/.test(code)) {
    return { verdict: "function is called", why };
  }
  const isSame = JSON.stringify(meant.calls) === JSON.stringify(ours.calls) && isSameEnd(meant.ended, ours.ended);
  return { verdict: isSame ? "same" : "differs", why };
}

function isRefused(ended: object): boolean {
  return "thrown" in ended && String(ended.thrown).startsWith("SyntaxError");
}

function isSameEnd(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function noTranspiler(): Promise<never> {
  return Promise.reject(new Error("not loaded here"));
}

async function readSamples(folder: string): Promise<readonly Sample[]> {
  const names = await readdir(folder, { recursive: true });
  const found = new Map<string, Sample>();
  for (const name of names.toSorted()) {
    const read = DOCUMENTS.test(name) ? ofDocument : TESTS.test(name) ? ofTest : undefined;
    if (read === undefined) continue;
    for (const sample of read(name, await readFile(join(folder, name), "utf8"))) {
      if (/call_tools?\(|input\b|return|\(\{/.test(sample.code) && !found.has(sample.code))
        found.set(sample.code, sample);
    }
  }
  return [...found.values()];
}

/** Blocks of code, and the `code` of requests inside them and of command lines. */
function ofDocument(name: string, text: string): Sample[] {
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```/gm)].flatMap(([, language = "", block = ""], number) => {
    const from = `${name} block ${number + 1}`;
    const inside = [...block.matchAll(/["']?code["']?: (?:`([^`]*)`|("(?:[^"\\\n]|\\.)*"))/g)].map(
      ([, raw, quoted]) => raw ?? (JSON.parse(quoted ?? '""') as string),
    );
    const typed = language.startsWith("t") || /"language": "typescript"|--language typescript/.test(block);
    const codes = inside.length > 0 ? inside : /^(?:js|javascript|ts|typescript)$/.test(language) ? [block] : [];
    return codes.filter(isScript).map((code) => ({ from, code, isTypeScript: typed }));
  });
}

/** Fragments with an ellipsis or a JSON object are no scripts, nor is what a document shows as a mistake. */
function isScript(code: string): boolean {
  return !/\.\.\.[\s,})"']|\/\/ (?:Bad|Wrong|❌|Response|slots\[)|<\w+ \w+>/.test(code);
}

/** Scripts in backquotes; wrong ones are there as well, and are refused by both. */
function ofTest(name: string, text: string): Sample[] {
  return [...text.matchAll(/(?:code\s*:?=\s*|code:\s*|,\n\s*)`([^`]+)`/g)].map(([, code = ""], number) => ({
    from: `${name} script ${number + 1}`,
    code,
    isTypeScript: name.includes("typescript") || /^\s*(?:interface|type|enum) |: (?:number|string)\b/m.test(code),
  }));
}
