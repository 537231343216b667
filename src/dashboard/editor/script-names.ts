/** Completions of the names that a script has besides the servers (docs/scripts.md). Names of servers go before these. */
import type { Completion } from "@codemirror/autocomplete";

/** Functions of the gateway's own objects, with their parameters. */
const FUNCTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  console: { log: "(…)", info: "(…)", warn: "(…)", error: "(…)", table: "(…)" },
  tools: { search: "(query, { server?, limit? })", describe: "(path)", list: "(server?)" },
  runs: { list: "({ limit?, outcome?, text? })", get: "(id)" },
  results: { read: "(handle, { path?, offset?, limit? })" },
  store: { get: "(key)", put: "(key, value)", delete: "(key)", keys: "()" },
  files: { write: "(name, content)", read: "(name)", list: "(prefix?)", delete: "(name)" },
  scripts: { list: "()", save: "(name, { code, description })" },
  schedule: {
    create: "({ name, schedule, code })",
    update: "(name, changes)",
    validate: "({ schedule, code })",
    list: "()",
    get: "(name)",
    executions: "(name)",
    pause: "(name)",
    resume: "(name)",
    trigger: "(name)",
    remove: "(name)",
  },
};

const OBJECTS: Readonly<Record<string, string>> = {
  console: "write lines to the log",
  tools: "finds tools",
  runs: "earlier runs",
  results: "read stored values that were too long",
  store: "store small values",
  files: "files, kept",
  scripts: "saved scripts",
  schedule: "create schedules",
};

export const NAMES: readonly Completion[] = [
  { label: "input", type: "variable", detail: "input of the run" },
  ...Object.entries(OBJECTS).map(([label, detail]) => ({ label, type: "variable", detail })),
  { label: "sleep", type: "function", detail: "(ms)" },
  { label: "progress", type: "function", detail: "(message, fraction?)" },
  { label: "fetch", type: "function", detail: "(url, init?)" },
  { label: "call_tool", type: "function", detail: "(server, tool, args)" },
  { label: "await", type: "keyword" },
  { label: "const", type: "keyword" },
  { label: "return", type: "keyword" },
];

export const MEMBERS: ReadonlyMap<string, readonly Completion[]> = new Map(
  Object.entries(FUNCTIONS).map(([name, functions]) => [
    name,
    Object.entries(functions).map(([label, detail]) => ({ label, type: "function", detail })),
  ]),
);
