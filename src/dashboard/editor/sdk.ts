/** Fetches what the editor completes from: the gateway's tools, and the schemas of a server when the script first mentions it. */
import { asList, asRecord } from "../../lib/is-record.ts";
import { get } from "../api.ts";
import type { Tool } from "../rest.ts";

interface Found {
  readonly tools: readonly Tool[];
}

let all: Promise<ReadonlyMap<string, readonly Tool[]>> | undefined;
const withSchemas = new Map<string, Promise<readonly Tool[]>>();

/** Tools by server; empty when the gateway does not answer. */
export function toolsByServer(): Promise<ReadonlyMap<string, readonly Tool[]>> {
  all ??= get<Found>("tools").then((answer) => {
    if (!answer.ok) {
      all = undefined;
      return new Map();
    }
    return Map.groupBy(answer.value.tools, ({ server }) => server);
  });
  return all;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The values of an enum of strings. */
  readonly values: readonly string[];
}

/** @param path `server.tool` */
export async function inputSchemaOf(path: string): Promise<unknown> {
  const [server = "", tool = ""] = path.split(".");
  return (await toolWithSchemas(server, tool))?.input_schema;
}

async function toolWithSchemas(server: string, tool: string): Promise<Tool | undefined> {
  let loading = withSchemas.get(server);
  if (loading === undefined) {
    loading = get<Found>("tools", { server, schemas: "true" }).then((answer) => {
      if (answer.ok) return answer.value.tools;
      withSchemas.delete(server);
      return [];
    });
    withSchemas.set(server, loading);
  }
  return (await loading).find((one) => one.tool === tool);
}

/** The arguments of one tool, required ones first. */
export async function argumentsOf(server: string, tool: string): Promise<readonly Argument[]> {
  const schema = asRecord((await toolWithSchemas(server, tool))?.input_schema);
  const required = new Set(asList(schema["required"]));
  return Object.entries(asRecord(schema["properties"]))
    .map(([name, property]) => argumentOf(name, asRecord(property), required.has(name)))
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** Schemas come from upstreams, so any field may have any type. */
function argumentOf(name: string, property: Readonly<Record<string, unknown>>, isRequired: boolean): Argument {
  const { type, description, enum: values } = property;
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
  return {
    name,
    type:
      texts.length > 0
        ? texts
            .map((text) => JSON.stringify(text))
            .join(" | ")
            .slice(0, 60)
        : typeText(type),
    description: typeof description === "string" ? description : "",
    isRequired,
    values: texts,
  };
}

function typeText(type: unknown): string {
  if (typeof type === "string") return type;
  return Array.isArray(type) ? type.filter((one) => typeof one === "string").join(" | ") : "";
}
