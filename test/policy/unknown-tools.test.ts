/** Rules about tools that a listed server does not have are named, because a misspelled one leaves allowed what it denies. */
import { expect, it } from "vitest";
import { policySchema } from "../../src/policy/document/document.ts";
import { unknownBareNames } from "../../src/policy/document/unknown-bare-names.ts";
import { unknownTools } from "../../src/policy/document/unknown-tools.ts";

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const LISTED = [
  { name: "notes", tools: named("list_notes", "add-note", "fine") },
  { name: "io.files", tools: named("read") },
  { name: "fetch", tools: named("request") },
];
const SERVERS = [...LISTED, { name: "down", tools: undefined }];
const OTHER_PATHS: Readonly<Record<string, string>> = { "notes.fine": "notes.never", "io.files.read": "io_files.read" };
const originals = (path: string) => [OTHER_PATHS[path]].filter((other) => other !== undefined);
const warningsOf = (document: object, servers: Parameters<typeof unknownTools>[1] = SERVERS) =>
  [unknownTools, unknownBareNames].flatMap((find) =>
    find(policySchema.parse({ version: "1", default: "allow", ...document }), servers, originals),
  );

it("says which tool is meant", () => {
  expect(warningsOf({ tools: { "notes.list_notse": { action: "deny" } } })).toStrictEqual([
    {
      path: "/tools/notes.list_notse",
      message: 'The server "notes" lists no tool "list_notse", so "notes.list_notse" concerns nothing.',
      fix: 'Did you mean "notes.list_notes"?',
    },
  ]);
});

it("says of another spelling that it restricts alone", () => {
  expect(warningsOf({ tools: { "notes.addNote": { action: "deny" } } })).toStrictEqual([
    {
      path: "/tools/notes.addNote",
      message:
        'The tool is called "notes.add-note". In the spelling "notes.addNote" a rule restricts it, but allows nothing.',
      fix: 'Write "notes.add-note".',
    },
  ]);
});

it.each([
  "notes.list_notes",
  "notes.list-notes",
  "notes.add_note",
  "notes.add_note_",
  "notes.never",
  "notes.fine",
  "io.files.read",
  "io_files.read",
  "fetch.request",
  // A glob may be meant for tools to come.
  "notes.listt*",
  "*.listt",
  "listt",
  "*",
  "execute_code",
  // Not known now, or said elsewhere.
  "down.listt",
  "nots.listt",
])("has nothing to say of %s", (name) => {
  expect(warningsOf({ tools: { [name]: { action: "deny" } } })).toStrictEqual([]);
});

it.each(["notes.zzzzzzzzzz", "io.files.raed", "fetch.get"])("notes %s", (name) => {
  expect(warningsOf({ tools: { [name]: {} } })).toHaveLength(1);
});

it("says of a name without a dot that no server lists it, where all are listed", () => {
  const document = {
    tools: { lst_notes: {}, add_note: {}, addNote: {}, read: {}, never: {}, execute_code: {}, "snd*": {} },
    labels: { out: ["notes.fine"] },
    flows: [{ from: "out", to: "out" }],
    hide: ["zzzzzzzzzz"],
  };
  expect(warningsOf(document, LISTED)).toStrictEqual([
    {
      path: "/tools/lst_notes",
      message: 'No server lists a tool "lst_notes", so "lst_notes" concerns nothing.',
      fix: 'Did you mean "list_notes"?',
    },
    {
      path: "/hide/0",
      message: 'No server lists a tool "zzzzzzzzzz", so "zzzzzzzzzz" concerns nothing.',
      fix: "Write the name of a tool.",
    },
  ]);
  expect(warningsOf(document)).toStrictEqual([]);
});

it("looks at every place that names tools, and says no more than a hundred", () => {
  const hide = Array.from({ length: 10_000 }, (_, index) => `notes.no_${index}`);
  const flows = [{ from: "notes.a1", to: ["notes.b1", "notes.fine"] }];
  expect(warningsOf({ flows, tiers: { "notes.c1": "read" } }).map(({ path }) => path)).toStrictEqual([
    "/tiers/notes.c1",
    "/flows/0/from",
    "/flows/0/to/0",
  ]);
  expect(warningsOf({ hide })).toHaveLength(100);
});
