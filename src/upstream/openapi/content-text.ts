/** Writes a parameter that the description gives a media type (`content` in place of `schema`) as the text of that type. */
import { mediaTypeOf } from "../body-text.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { isGiven, isObject, textOf, writePairs } from "./parameter-styles.ts";

/** @throws UnusableArgument for a list or an object in a type in which it cannot be written */
export function contentText(argument: string, value: unknown, contentType: string): string {
  const type = mediaTypeOf(contentType);
  if (/[/+](?:x-)?json$/.test(type) || type.includes("*")) return JSON.stringify(value);
  if (!isObject(value) && !Array.isArray(value)) return textOf(value);
  if (type === "application/x-www-form-urlencoded" && !Array.isArray(value)) return formText(value);
  throw new UnusableArgument(argument, `is sent as ${type.slice(0, 100)}, and must be given as text of that type`);
}

function formText(value: object): string {
  const pairs = Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const written = Array.isArray(item) ? item : textOf(item);
    return isGiven(item) ? writePairs(name, written, { style: "form", explode: true, allowReserved: false }) : [];
  });
  return pairs.map((pair) => pair.join("=")).join("&");
}
