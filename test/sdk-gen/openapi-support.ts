/** Small descriptions around one operation, and what becomes of them. */
import { buildServerSdk, printTools, readOperations, type Operation } from "../../sdk-gen/index.ts";
import { readApi } from "../../src/upstream/openapi/read-api.ts";

export function build(document: unknown) {
  const list = readOperations(document);
  const api = readApi(document);
  const sdk = buildServerSdk({ name: "s", identifier: "s", tools: api.ok ? api.tools : [] });
  const identifiers = sdk.tools.map((tool) => tool.identifier);
  return { list, sdk, text: printTools(sdk, identifiers, "signatures") };
}

interface Around {
  readonly path?: string | undefined;
  readonly method?: string | undefined;
  /** further fields of the path item */
  readonly item?: object | undefined;
}

const COMPONENTS = {
  parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
  schemas: {
    File: { type: "string", format: "binary" },
    NewPet: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, tag: { type: "string" } },
    },
    Pet: {
      allOf: [
        { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
        { $ref: "#/components/schemas/NewPet" },
      ],
    },
  },
  requestBodies: {
    NewPet: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/NewPet" } } } },
  },
  responses: { OnePet: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } },
  securitySchemes: { key: { type: "apiKey", in: "header", name: "x-api-key" } },
};

function documentOf(operation: object, { path = "/{id}", method = "get", item = {} }: Around): unknown {
  const paths = { [path]: { ...item, [method]: { operationId: "op", ...operation } } };
  return { openapi: "3.0.3", paths, components: COMPONENTS };
}

export function signaturesOf(operation: object, around: Around = {}): string {
  return build(documentOf(operation, around)).text;
}

export function operationOf(operation: object, around: Around = {}): Operation {
  const [only] = readOperations(documentOf(operation, around)).operations;
  if (!only) throw new Error("no operation");
  return only;
}
