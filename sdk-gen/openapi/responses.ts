/**
 * Finds the result schema: the first JSON response that means success. `default` is usually the error, so it counts only if
 * no success is described.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn } from "./description.ts";
import type { Description, Fields } from "./description.ts";
import { jsonOf } from "./media-types.ts";

export interface Output {
  /** Of the body. Undefined if no success is described. */
  readonly schema: Fields | undefined;
  /** Of what a call answers with: the body, or where it is. */
  readonly answer: Fields | undefined;
  readonly headers: Fields;
}

export function readOutput(description: Description, operation: Fields): Output {
  const responses = fieldsIn(operation, "responses");
  const codes = Object.keys(responses);
  description.spend(codes.length);
  const exact = codes.filter((code) => /^2\d\d$/.test(code)).sort();
  const success = [...exact, ...codes.filter((code) => /^2xx$/i.test(code))];
  const responseOf = (code: string): Fields =>
    description.follow(Object.hasOwn(responses, code) ? responses[code] : undefined) ?? {};
  const isLocated = ["201", "202"].some((code) => codes.includes(code) && isLocation(description, responseOf(code)));
  for (const code of success.length > 0 ? success : ["default"]) {
    const response = responseOf(code);
    const content = fieldsIn(response, "content");
    description.spend(Object.keys(content).length);
    const schema = jsonOf(content)?.fields["schema"];
    if (!isRecord(schema)) continue;
    const answer = isLocated ? { anyOf: [schema, LOCATION] } : schema;
    return { schema, answer, headers: fieldsIn(response, "headers") };
  }
  return { schema: undefined, answer: isLocated ? LOCATION : undefined, headers: {} };
}

/** What the gateway makes of an answer that has no body and says where its result is. */
const LOCATION: Fields = { type: "object", properties: { location: { type: "string" } }, required: ["location"] };

function isLocation(description: Description, response: Fields): boolean {
  const names = Object.keys(fieldsIn(response, "headers"));
  description.spend(names.length);
  const isNamed = names.some((name) => /^(?:operation-)?location$/i.test(name));
  return isNamed && Object.keys(fieldsIn(response, "content")).length === 0;
}
