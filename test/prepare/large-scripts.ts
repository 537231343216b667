/**
 * Scripts of any length, one kind for each step of preparation that could take the square of it. `test/prepare/large-scripts.test.ts`
 * prepares each at its largest, `npm run bench -- prepare` shows how the time grows.
 */
import { mcpproxyRewrite } from "../../dialects/mcpproxy/rewrite.ts";
import { serversLayout } from "../../dialects/servers-layout/rewrite.ts";
import { MAX_TYPESCRIPT_LENGTH } from "../../worker-loader/limits.ts";
import type { Language } from "../../worker-loader/prepare/prepare.ts";
import type { Rewrite } from "../../worker-loader/prepare/rewrite.ts";

export interface LargeScript {
  readonly name: string;
  readonly language?: Language;
  readonly rewrites?: readonly Rewrite[];
  /** Shorter ones are accepted only. */
  readonly maxLength?: number;
  /** @returns a script of at most this many characters, and not much less */
  make(length: number): string;
}

const layout = serversLayout({
  version: "1",
  findSkill: (name: string) => ({ ok: true, name }) as const,
  findServer: (name) => ({
    ok: true,
    server: { identifier: name, findTool: (tool) => ({ ok: true, identifier: tool }) },
  }),
});

/** As many parts as fit between a head and a tail. */
function filled(head: string, part: (index: number) => string, tail = ""): (length: number) => string {
  return (length) => {
    const parts = [head];
    let left = length - head.length - tail.length;
    for (let index = 0; ; index += 1) {
      const next = part(index);
      left -= next.length;
      if (left < 0) break;
      parts.push(next);
    }
    parts.push(tail);
    return parts.join("");
  };
}

/** Deep and wide: half of the depth that is accepted, around as much as fits. */
function wide(levels: number, open: string, part: string, close: string, around = ["", ""]): LargeScript["make"] {
  return filled(around[0] + open.repeat(levels), () => part, close.repeat(levels) + around[1]);
}

const PLAIN = (index: number): string => `
const page${index} = await notes.list_notes({ tag: "ops", limit: ${index} });
const lines${index} = await Promise.all(page${index}.notes.map(async ({ id, title }) => {
  // The summary of each note.
  const text = await notes.summarize({ id });
  return { id, title, words: text.split(/\\s+/).length, isLong: text.length > 80 };
}));
for (const { id, isLong } of lines${index}) if (isLong) console.log(\`\${id} is long\`);
`;

const TYPED = (index: number): string => `
interface Note${index} { id: number; title: string; tags?: readonly string[] }
const page${index}: { notes: Note${index}[] } = await notes.list_notes({ tag: "ops", limit: ${index} });
const titles${index} = page${index}.notes.filter((one): one is Note${index} => one.id > 0).map(({ title }) => title as string);
`;

const SYNCHRONOUS = (index: number): string => `
const all${index} = call_tool("notes", "list-notes", { tag: "ops" }).result.notes;
function read${index}({ id, title }) {
  const text = call_tool("notes", "summarize", { id }).result;
  return { id, title, words: text.split(/\\s+/).length };
}
all${index}.map(read${index}).filter(({ words }) => words > 80).toSorted((a, b) => a.words - b.words);
`;

const typescript = { maxLength: MAX_TYPESCRIPT_LENGTH };
const mcpproxy = { rewrites: [mcpproxyRewrite] };
const TOOL = "call_tool('a', 'b')";

export const LARGE_SCRIPTS: readonly LargeScript[] = [
  { name: "JavaScript", make: filled("", PLAIN) },
  { name: "TypeScript", ...typescript, make: filled("", TYPED) },
  { name: "MCPProxy", ...mcpproxy, make: filled("", SYNCHRONOUS) },
  {
    name: "folder of servers",
    rewrites: [layout],
    make: filled("", (n) => `import { getIssue as f${n} } from "./servers/tracker"; await f${n}({ id: ${n} });\n`),
  },
  { name: "one long line", make: filled("", () => "a();") },
  { name: "short lines", make: filled("", () => "a()\n") },
  { name: "one long string", make: filled("'", () => "a", "'") },
  { name: "one long template", make: filled("`", () => "${a}", "`") },
  { name: "one long sum of lists", make: filled("[", () => "1,", "]") },
  { name: "one large object", make: filled("({", (n) => `a${n}:1,`, "})") },
  { name: "one block comment", make: filled("/*", () => "*", "*/1") },
  { name: "line comments", make: filled("", () => "// //\n", "1") },
  { name: "blank lines", make: filled("", () => "\n", "1") },
  { name: "blanks before an error", make: filled("a", () => " ", "b c") },
  { name: "blanks in TypeScript", ...typescript, make: filled("let a: number", () => " ", "= 1; a") },
  { name: "a fence that is none", make: filled("```", () => "a", "`\n1\n```") },
  { name: "a fence of tildes", make: filled("", () => "~", "\n1\n~~~") },
  { name: "backticks before a closing fence", make: filled("```\n", () => "`", "a```") },
  { name: "line ends before an arrow", make: filled("", () => "\n", ";>") },
  { name: "dashes and an arrow", make: filled("1", () => " --", ">") },
  { name: "an error at the end", make: filled("", () => "a();", "}") },
  { name: "objects before an error", make: filled("", () => "\n{a:1}", ", b c") },
  { name: "a literal of braces", make: filled("", () => ";{}", "}") },
  { name: "loops inside one another", make: wide(100, "for(;;){", "a;", "}") },
  { name: "loops with closures inside one another", make: wide(100, "for(let i;;){", "()=>i;", "}") },
  { name: "labelled loops", make: filled("", (n) => `a${n}:for(;;)continue a${n};`) },
  { name: "many labels and loops", make: (length) => manyLabels(length) },
  { name: "jumps in a loop", make: filled("for(;;){", () => "if(a)break;else continue;", "}") },
  { name: "loops that wait", make: filled("", () => "for(;;)await a;") },
  { name: "try and finally inside one another", make: wide(60, "try{}finally{", "{}", "}", ["for(;;){", "break}"]) },
  { name: "defaults inside one another", make: wide(100, "(a=[", "1,", "])=>1") },
  { name: "fields inside one another", make: wide(60, "(class{a=[", "f(),", "]})") },
  { name: "functions", make: filled("", (n) => `function f${n}(a=g()){}`) },
  { name: "variables", make: filled("", (n) => `let a${n};`) },
  { name: "one pattern of variables", make: filled("let [", (n) => `a${n},`, "]=a") },
  { name: "var in blocks", make: filled("{".repeat(100), (n) => `var a${n};`, "}".repeat(100)) },
  { name: "variables in blocks", make: filled("", (n) => `{let a${n}=1;}`) },
  { name: "parameters", make: filled("function f(", (n) => `a${n},`, "a){}") },
  { name: "imports", make: filled("", (n) => `import a${n} from "a";`) },
  { name: "private members", make: filled("class A{", (n) => `#a${n};`, "}") },
  { name: "private members of an outer class", make: wide(30, "(class{a=[", "x.#z,", "]})", ["class Z{#z;a=[", "]}"]) },
  { name: "groups of one name", make: filled("/", () => "(?<a>)|", "b/") },
  { name: "regular expressions", make: filled("", (n) => `/(a${n}|b)*\\d[^c]+?/u;`) },
  { name: "calls in TypeScript", ...typescript, make: filled("let x: number = 1; return x;\n", () => "q.b();\n") },
  { name: "calls in one line of TypeScript", ...typescript, make: filled("let x: number = 1;", () => "q.b();") },
  { name: "helpers of decorators", ...typescript, make: filled("let x: number = 1; '__decor';", () => "a;") },
  { name: "line separators", make: filled("'\u2028';", () => "q.b();") },
  {
    name: "returns in TypeScript",
    ...typescript,
    make: filled("let x: number = 1; await 1;\n", () => "if(x)return x;\n"),
  },
  { name: "names of the gateway's variables", make: filled("completion;", (n) => `completion_${n};`) },
  { name: "names of the guards", make: filled("for(;;)$tick;", (n) => `$tick_${n};`) },
  { name: "generic calls that are none", make: filled("", () => "a<b;c>(d);") },
  { name: "members", make: filled("", () => "a.b.c.d().e.f(g.h);") },
  { name: "a sum of texts", make: wide(1_500, "", "a();", "+'a'", ["", ""]) },
  { name: "arguments that wait", make: filled("f(", () => "await 0,", "0)") },
  { name: "variables and waits", make: filled("", (n) => `let a${n}=await f();`) },
  {
    name: "MCPProxy, parameters of one name",
    ...mcpproxy,
    make: filled("/*call_tool*/function f(", () => "a,", "a){}"),
  },
  {
    name: "MCPProxy, functions with parameters of one name",
    ...mcpproxy,
    make: filled("/*call_tool*/", () => "function f(a,a){}"),
  },
  {
    name: "MCPProxy, names that are reserved",
    ...mcpproxy,
    make: filled("/*call_tool*/", () => "var let,static=010;"),
  },
  { name: "MCPProxy, undeclared names", ...mcpproxy, make: filled(`${TOOL};`, (n) => `a${n}=1;`) },
  { name: "MCPProxy, undeclared names in blocks", ...mcpproxy, make: wide(1_000, "{", "a=1;", "}", [`${TOOL};`, ""]) },
  { name: "MCPProxy, comments after a default", ...mcpproxy, make: filled(`(a=${TOOL}`, () => " //\n", ")=>a") },
  { name: "MCPProxy, block comments after a default", ...mcpproxy, make: filled(`(a=${TOOL}`, () => "/**/", ")=>a") },
  {
    name: "MCPProxy, functions that may be anything",
    ...mcpproxy,
    make: filled(`${TOOL};let f;`, () => "f=function(){};f(f);g(f);"),
  },
  {
    name: "MCPProxy, calls by the language",
    ...mcpproxy,
    make: filled(`const f=()=>${TOOL};`, () => "f=()=>1;JSON.parse(1,f);"),
  },
  {
    name: "MCPProxy, proxies of one handler",
    ...mcpproxy,
    make: (length) =>
      `${filled(`${TOOL};const h={`, (n) => `a${n}(){},`, "};")(length / 2)}${filled("", () => "new Proxy(a,h);")(length / 2)}`,
  },
  {
    name: "MCPProxy, assignments inside one another",
    ...mcpproxy,
    make: wide(150, "a=[", "1,", "]", [`${TOOL};x=`, ""]),
  },
  { name: "MCPProxy, awaits inside one another", ...mcpproxy, make: wide(150, "await [", "1,", "]", [`${TOOL};`, ""]) },
  { name: "MCPProxy, optional calls", ...mcpproxy, make: filled(`const o={f:()=>${TOOL}};`, () => "o?.f?.(1)?.a;") },
  {
    name: "MCPProxy, generators",
    ...mcpproxy,
    make: filled("", (n) => `function*g${n}(){yield* [${TOOL}]}[...g${n}()];`),
  },
];

function manyLabels(length: number): string {
  const labels = filled("", (n) => `a${n}:`)(Math.min(length / 2, 5_000));
  return filled(`${labels}for(;;){`, () => "b:for(;;)continue b;", "}")(length);
}
