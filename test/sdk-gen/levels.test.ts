/** The text a model reads, letter by letter, and the declaration file an editor reads. */
import { expect, test } from "vitest";
import {
  buildServerSdk,
  printDeclarations,
  printToolTypes,
  printTools,
  type ServerSource,
} from "../../sdk-gen/index.ts";
import { typeCheck } from "../bench/type-check.ts";

const LABEL = {
  type: "object",
  properties: {
    name: { type: "string", description: "Text on the label" },
    color: { type: "string", enum: ["red", "green", "blue"] },
  },
  required: ["name"],
};
const TRACKER: ServerSource = {
  name: "tracker",
  identifier: "tracker",
  tools: [
    {
      name: "create-issue",
      description: "Create an issue. Fails when the project is archived.",
      inputSchema: {
        type: "object",
        properties: {
          project: { type: "string", description: "Key of the project" },
          title: { type: "string", description: "Title", maxLength: 80 },
          priority: { type: "integer", minimum: 1, maximum: 5, default: 3, description: "Priority, 5 is highest" },
          due: { type: "string", format: "date", description: "Due day" },
          labels: { type: "array", items: LABEL },
        },
        required: ["project", "title"],
        additionalProperties: false,
      },
      outputSchema: { type: "object", properties: { number: { type: "number" } }, required: ["number"] },
    },
    {
      name: "set_labels",
      title: "Set labels",
      inputSchema: {
        type: "object",
        properties: {
          project: { type: "string", description: "Key of the project" },
          number: { type: "number" },
          labels: { type: "array", items: LABEL },
        },
        required: ["number", "labels"],
      },
    },
    { name: "ping", description: "Answers */ always" },
  ],
};
const sdk = buildServerSdk(TRACKER);
const all = sdk.tools.map((tool) => tool.identifier);

test("names", () => {
  expect(printTools(sdk, all, "names")).toBe("tracker.create_issue\ntracker.set_labels\ntracker.ping");
});

test("signatures: a shared type once, the first sentence behind", () => {
  expect(printTools(sdk, all, "signatures")).toBe(
    [
      'type Label={name:string,color?:"red"|"green"|"blue"}',
      "tracker.create_issue(a:{project:string,title:string,priority?:number,due?:string,labels?:Label[]}):{number:number} // Create an issue",
      "tracker.set_labels(a:{project?:string,number:number,labels:Label[]}) // Set labels",
      "tracker.ping() // Answers * / always",
    ].join("\n"),
  );
});

test("a shared type no wanted tool needs does not print", () => {
  expect(printTools(sdk, ["ping"], "signatures")).toBe("tracker.ping() // Answers * / always");
  expect(printTools(sdk, ["nothing"], "full")).toBe("");
});

test("full: every text once", () => {
  expect(printTools(sdk, all, "full")).toBe(
    `type Label={
 name:string // Text on the label
 color?:"red"|"green"|"blue"
}
/* Create an issue. Fails when the project is archived. */
tracker.create_issue(a:{
 project:string // Key of the project
 title:string // <=80 chars
 priority?:number // Priority, 5 is highest; >=1, default 3
 due?:string // Due day; date
 labels?:Label[]
}):{number:number}
/* Set labels */
tracker.set_labels(a:{project?:string,number:number,labels:Label[]})
/* Answers * / always */
tracker.ping()`,
  );
});

test("what a search index reads", () => {
  expect(sdk.tools[0]).toMatchObject({ name: "create-issue", identifier: "create_issue", summary: "Create an issue" });
  expect(sdk.tools[0]?.parameters.slice(0, 2)).toEqual([
    { name: "project", required: true, description: "Key of the project", values: [] },
    { name: "title", required: true, description: "<=80 chars", values: [] },
  ]);
});

test("the declaration file compiles, and calls are checked", () => {
  const calls = [
    'void tracker.create_issue({ project: "P", title: "t", labels: [{ name: "x", color: "red" }] }).then((made) => made.number.toFixed());',
    'void tracker["create-issue"]({ project: "P", title: "t" });',
    "void tracker.ping(); void tracker.ping.raw();",
    "void tracker.set_labels({ number: 1, labels: [], unknown_to_the_schema: true });",
    'void tracker.create_issue({ project: "P" });',
    'void tracker.create_issue({ project: "P", title: "t", labels: [{ name: "x", color: "pink" }] });',
    'void tracker.create_issue({ project: "P", title: "t", closed: 1 });',
    "void tracker.nothing();",
    "void tracker.ping.raw().then(({ _meta }) => [_meta?.http?.status.toFixed(), _meta?.http?.headers.etag, _meta?.progressToken]);",
    "void tracker.ping.raw().then(({ _metadata }) => _metadata);",
  ];
  const errors = typeCheck(
    new Map([
      ["sdk.d.ts", printDeclarations([sdk])],
      ["calls.ts", ["export {};", ...calls].join("\n")],
    ]),
  );
  expect(errors.map(({ file, line }) => `${file}:${line}`)).toEqual([
    "calls.ts:6",
    "calls.ts:7",
    "calls.ts:8",
    "calls.ts:9",
    "calls.ts:11",
  ]);
});

test("arguments many tools share print once; required ones stay in the signature", () => {
  const retry = Object.fromEntries(
    ["tenant", "retry-delay", "retry-max-delay", "retry-max-retries", "retry-timeout"].map((name) => [
      name,
      { type: "number" },
    ]),
  );
  const tools = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    name,
    inputSchema: {
      type: "object",
      properties: { ...retry, [`${name}_id`]: { type: "string" } },
      required: [`${name}_id`],
    },
  }));
  const azure = buildServerSdk({ name: "az", identifier: "az", tools });
  expect(printTools(azure, ["b", "f"], "signatures")).toBe(
    `type Common={tenant?:number,"retry-delay"?:number,"retry-max-delay"?:number,"retry-max-retries"?:number,"retry-timeout"?:number}
az.b(a:Common&{b_id:string})
az.f(a:Common&{f_id:string})`,
  );
});

test("required arguments stay in the signature even where tools share all of their arguments", () => {
  const names = ["tenant", "retry-delay", "retry-max-delay", "retry-max-retries", "retry-timeout", "resource-group"];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "number" }]));
  const tools = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    name,
    inputSchema: { type: "object", properties, required: ["resource-group"] },
  }));
  const az = buildServerSdk({ name: "az", identifier: "az", tools });
  for (const tool of az.tools) expect(tool.signature).toContain('"resource-group":number');
});

test("$defs copied into every tool are one type", () => {
  const $defs = {
    Node: {
      type: "object",
      properties: { text: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/Node" } } },
    },
  };
  const tools = ["a", "b", "c"].map((name) => ({
    name,
    inputSchema: {
      type: "object",
      properties: { root: { $ref: "#/$defs/Node" } },
      required: ["root"],
      $defs: structuredClone($defs),
    },
  }));
  const docs = buildServerSdk({ name: "d", identifier: "d", tools });
  expect(printTools(docs, ["a", "b", "c"], "signatures")).toBe(
    "type Node={text?:string,children?:Node[]}\nd.a(a:{root:Node})\nd.b(a:{root:Node})\nd.c(a:{root:Node})",
  );
});

test("the types of one tool, apart from each other", () => {
  expect(printToolTypes(sdk, "create_issue")).toStrictEqual({
    input:
      "{\n project:string // Key of the project\n title:string // <=80 chars\n priority?:number // Priority, 5 is highest; >=1, default 3\n due?:string // Due day; date\n labels?:Label[]\n}",
    output: "{number:number}",
    definitions: { Label: '{\n name:string // Text on the label\n color?:"red"|"green"|"blue"\n}' },
  });
  expect(printToolTypes(sdk, "set_labels")).toMatchObject({ output: "unknown" });
  expect(printToolTypes(sdk, "nothing")).toBeUndefined();
});

test("bytes as base64 are marked in signatures, also where tools share all other types", () => {
  const tool = (name: string, file: object) => ({
    name,
    inputSchema: { type: "object", properties: { file, caption: { type: "string" }, reason: { type: "string" } } },
  });
  const files = { type: "array", items: { type: "string", format: "base64" } };
  const names = ["a", "b", "c", "d", "e"];
  const tools = [
    ...names.map((name) => tool(`bytes_${name}`, { type: "string", format: "base64" })),
    ...names.map((name) => tool(`text_${name}`, { type: "string", description: "A text or base64." })),
    tool("list", files),
  ];
  const store = buildServerSdk({ name: "s", identifier: "s", tools });
  expect(printTools(store, ["bytes_e", "text_e", "list"], "signatures")).toBe(
    `type BytesAInput={file?:string/*base64*/,caption?:string,reason?:string}
type TextAInput={file?:string,caption?:string,reason?:string}
s.bytes_e(a?:BytesAInput)
s.text_e(a?:TextAInput)
s.list(a?:{file?:string[]/*base64*/,caption?:string,reason?:string})`,
  );
  expect(printTools(store, ["list"], "full")).toContain("file?:string[] // base64");
});
