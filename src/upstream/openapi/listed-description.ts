/**
 * The operations of an OpenAPI upstream as an OpenAPI document again, for scripts that search one (`codemode.spec()`). It is made of the
 * tools that a run may see, so it has nothing that is hidden or left out. References of a schema point into its own `$defs`.
 */
import { firstSentence, textsIn, type OperationRequest, type ParameterPlan } from "../../../sdk-gen/index.ts";
import { asRecord } from "../../lib/is-record.ts";
import type { Operation } from "./operation-index.ts";
import { bodyNames } from "./operation-arguments.ts";

type Fields = Readonly<Record<string, unknown>>;

/** @param title of the document: the name of the upstream */
export function listedDescription(title: string, operations: readonly Operation[]): object {
  const paths = new Map<string, Record<string, object>>();
  for (const operation of operations) {
    const { method, path } = operation.plan;
    const item = paths.get(path) ?? {};
    item[method.toLowerCase()] = describeOperation(operation);
    paths.set(path, item);
  }
  return { openapi: "3.1.0", info: { title, version: "" }, paths: Object.fromEntries(paths) };
}

function describeOperation({ tool, plan }: Operation): object {
  const { name, description, inputSchema, outputSchema } = tool;
  const input = asRecord(inputSchema);
  const output = outputSchema === undefined ? undefined : asRecord(outputSchema);
  const body = requestBody(plan, input);
  return {
    operationId: name,
    ...(description !== undefined && { summary: firstSentence(description, 200), description }),
    ...(plan.tags && { tags: plan.tags }),
    parameters: plan.parameters.map((parameter) => describeParameter(parameter, input)),
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: "",
        ...(output && { content: { "application/json": { schema: withDefinitions(output, output) } } }),
      },
    },
  };
}

function describeParameter({ argument, name = argument, in: place }: ParameterPlan, input: Fields): object {
  const schema = asRecord(asRecord(input["properties"])[argument]);
  const { description } = schema;
  return {
    name,
    in: place,
    required: textsIn(input["required"]).includes(argument),
    ...(typeof description === "string" && { description }),
    schema: withDefinitions(schema, input),
  };
}

function requestBody(plan: OperationRequest, input: Fields): object | undefined {
  const { body } = plan;
  if (body === undefined) return undefined;
  const { contentType, argument } = body;
  const properties = asRecord(input["properties"]);
  const required = textsIn(input["required"]);
  if (argument !== undefined) {
    const schema = withDefinitions(asRecord(properties[argument]), input);
    return { required: required.includes(argument), content: { [contentType]: { schema } } };
  }
  const { isOfBody, nameOf } = bodyNames(plan, body);
  const own = Object.keys(properties).filter(isOfBody);
  const needed = required.filter(isOfBody).map(nameOf);
  const schema = {
    type: "object",
    properties: Object.fromEntries(own.map((name) => [nameOf(name), properties[name]])),
    ...(needed.length > 0 && { required: needed }),
  };
  return { required: needed.length > 0, content: { [contentType]: { schema: withDefinitions(schema, input) } } };
}

/** The schema itself is never a reference, because scripts look at its properties; inside of it there may be some. */
function withDefinitions(schema: Fields, { $defs }: Fields): Fields {
  if ($defs === undefined || !JSON.stringify(schema).includes('"#/$defs/')) return schema;
  const { $ref, ...others } = schema;
  const name = typeof $ref === "string" ? $ref.slice("#/$defs/".length) : undefined;
  return name === undefined ? { ...schema, $defs } : { ...asRecord(asRecord($defs)[name]), ...others, $defs };
}
