/**
 * Finds the result schema: the first JSON response that means success. `default` is usually the error, so it counts only if
 * no success is described.
 */
import { isRecord } from "../is-record.ts";
import { contentIn, fieldsIn } from "./description.ts";
import type { Description, Fields } from "./description.ts";
import { jsonOf } from "./media-types.ts";

export interface Output {
  /** The schema of the body; undefined if no success is described. */
  readonly schema: Fields | undefined;
  /** The schema of the value of a call, which is the body, or the address of what was made. */
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
    const content = contentIn(description, response);
    description.spend(Object.keys(content).length);
    const schema = jsonOf(content)?.fields["schema"];
    if (!isRecord(schema)) continue;
    const answer = isLocated ? { anyOf: [schema, LOCATION] } : schema;
    return { schema, answer, headers: fieldsIn(response, "headers") };
  }
  return { schema: undefined, answer: isLocated ? LOCATION : undefined, headers: {} };
}

/** The value of a call whose answer has no body and names the address of its result. */
const LOCATION: Fields = { type: "object", properties: { location: { type: "string" } }, required: ["location"] };

function isLocation(description: Description, response: Fields): boolean {
  const names = Object.keys(fieldsIn(response, "headers"));
  description.spend(names.length);
  const isNamed = names.some((name) => /^(?:operation-)?location$/i.test(name));
  return isNamed && Object.keys(fieldsIn(response, "content")).length === 0;
}
