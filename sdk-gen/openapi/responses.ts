/**
 * Finds the result schema: the first JSON response that means success. `default` is usually the error, so it counts only if
 * no success is described.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn } from "./description.ts";
import type { Description, Fields } from "./description.ts";
import { jsonOf } from "./media-types.ts";

export interface Output {
  /** Undefined if no success is described. */
  readonly schema: Fields | undefined;
  readonly headers: Fields;
}

export function readOutput(description: Description, operation: Fields): Output {
  const responses = fieldsIn(operation, "responses");
  const codes = Object.keys(responses);
  description.spend(codes.length);
  const exact = codes.filter((code) => /^2\d\d$/.test(code)).sort();
  const success = [...exact, ...codes.filter((code) => /^2xx$/i.test(code))];
  for (const code of success.length > 0 ? success : ["default"]) {
    const response = description.follow(Object.hasOwn(responses, code) ? responses[code] : undefined);
    const content = fieldsIn(response ?? {}, "content");
    description.spend(Object.keys(content).length);
    const schema = jsonOf(content)?.fields["schema"];
    if (isRecord(schema)) return { schema, headers: fieldsIn(response ?? {}, "headers") };
  }
  return { schema: undefined, headers: {} };
}
