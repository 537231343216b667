/** A script that is the JSON text of a call: a model that meant the arguments of a tool gets its own text back as a value. */
import { parseJson } from "../lib/parse-json.ts";

const CALL_KEYS = ["code", "tool", "server", "tool_name", "function"];

/** @returns a line of log, for a script that is a JSON object like a call, or a list of them */
export function callAsJson(code: string): string | undefined {
  if (!/^\s*[[{]/.test(code)) return undefined;
  const [first] = [parseJson(code)].flat();
  if (typeof first !== "object" || first === null || !CALL_KEYS.some((key) => Object.hasOwn(first, key)))
    return undefined;
  return "[isogate] The script is only JSON, so no tool was called. Write JavaScript: await server.tool({ … })";
}
