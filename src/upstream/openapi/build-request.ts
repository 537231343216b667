/**
 * The arguments of a call → the HTTP request of its operation. A value that would make another request of it (a path segment `..`, an
 * empty one, a line break in a header) is refused.
 */
import type { BodyPlan, OperationRequest, ParameterPlan } from "../../../sdk-gen/index.ts";
import { MAX_REQUEST_TARGET_CHARS } from "../../limits/api-limits.ts";
import { bodyProblem, chosenBody } from "./chosen-body.ts";
import { encodeBody, type EncodedBody } from "./encode-body.ts";
import {
  encodeText,
  writePairs,
  writeSimple,
  type Pair,
  type Style,
  isGiven,
  isObject,
  textOf,
} from "./parameter-styles.ts";
import { fixedNames, refuseFixedNames } from "./fixed-names.ts";
import { bodyNames } from "./operation-arguments.ts";
import { refuseOtherNames } from "./other-names.ts";
import { argumentsOf } from "./sent-arguments.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { isFixed } from "./without-fixed.ts";
import { mediaTypeOf } from "../body-text.ts";

interface BuiltRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: EncodedBody | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * @param base address of the API; the path is appended to its own, and its query stays
 * @param fields names that the fields of the body have by its description
 * @param sentHeaders those that are sent beside the headers of arguments
 * @throws UnusableArgument
 */
export function buildRequest(
  plan: OperationRequest,
  base: URL,
  given: Arguments,
  fields: ReadonlySet<string>,
  sentHeaders = new Headers(),
): BuiltRequest {
  const args = argumentsOf(plan, given);
  const headers = new Headers();
  const query: Pair[] = [];
  const cookies: Pair[] = [];
  const inPath = new Map<string, string>();
  const fixed = fixedNames(plan, base.searchParams, sentHeaders);
  const pairsOf = (parameter: ParameterPlan, name: string, written: unknown, style: Style): readonly Pair[] => {
    const pairs = writePairs(name, written, style);
    const others = plan.parameters.filter((one) => one !== parameter && one.in === parameter.in);
    const own = { argument: parameter.argument, name, kind: "parameter" };
    const otherNames = others.map((one) => one.name ?? one.argument);
    refuseOtherNames(own, pairs, otherNames);
    refuseFixedNames(parameter.argument, pairs, parameter.in === "cookie" ? fixed.cookie : fixed.query);
    return pairs;
  };
  for (const parameter of plan.parameters) {
    // A list that an older version has stored marks no parameter.
    if (isFixed(parameter, fixed)) continue;
    const { argument, in: place } = parameter;
    const name = parameter.name ?? argument;
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    if (value === undefined) {
      if (place === "path") throw new UnusableArgument(argument, "is part of the path and must be given");
      continue;
    }
    const style = styleOf(parameter);
    const { contentType } = parameter;
    const written = contentType === undefined ? value : contentText(argument, value, contentType);
    if (place === "path") inPath.set(name, pathText(parameter, name, written, style));
    else if (place === "query") query.push(...pairsOf(parameter, name, written, style));
    // A reserved character, above all a semicolon, would end the cookie and begin another one.
    else if (place === "cookie") cookies.push(...pairsOf(parameter, name, written, { ...style, allowReserved: false }));
    else {
      const item = (part: string): string => headerText(argument, part);
      const text = writeSimple(name, written, style, { item, separator: decodeURIComponent });
      // Header names are case-insensitive.
      if (hasHeader(headers, argument, name))
        throw new UnusableArgument(argument, "is sent as the same header as another argument");
      setHeader(headers, argument, name, text);
    }
  }
  const problem = bodyProblem(plan, args);
  if (problem !== undefined) throw problem;
  const chosen = chosenBody(plan, args);
  const body = chosen && encodeBody(chosen, bodyArguments(plan, chosen, args), plan.method, fields);
  if (body?.contentType !== undefined) setHeader(headers, "", "content-type", body.contentType);
  if (plan.accept !== undefined && !headers.has("accept")) {
    setHeader(headers, "", "accept", [...plan.accept, "application/json;q=0.5", "*/*;q=0.1"].join(", "));
  }
  if (cookies.length > 0) headers.set("cookie", joined(cookies, "; "));
  return { method: plan.method, url: targetOf(plan, base, inPath, query), headers, body };
}

function styleOf({ in: place, style, explode, allowReserved }: ParameterPlan): Style {
  const used = style ?? (place === "path" || place === "header" ? "simple" : "form");
  return { style: used, explode: explode ?? used === "form", allowReserved: allowReserved === true };
}

function pathText({ argument, hasSegments }: ParameterPlan, name: string, value: unknown, style: Style): string {
  const item = (part: string): string => (hasSegments ? part.split("/").map(encodeText).join("/") : encodeText(part));
  const text = writeSimple(name, value, style, { item, separator: (encoded) => encoded });
  // `DELETE /users/{id}` without an id would be `DELETE /users/`.
  if (text === "") throw new UnusableArgument(argument, "is part of the path and must not be empty");
  if (hasSegments && text.split("/").includes("")) {
    throw new UnusableArgument(
      argument,
      "must not have an empty part: it begins or ends with a slash, or has two beside each other",
    );
  }
  return text;
}

/** HTTP reads a header, and each item of a list in one, without the blanks around it: another text than the one that was decided on. */
function headerText(argument: string, text: string): string {
  if (!/^[\t\n\r ]|[\t\n\r ]$/.test(text)) return text;
  throw new UnusableArgument(argument, "must not begin or end with a blank, because it is sent as a header");
}

function hasHeader(headers: Headers, argument: string, name: string): boolean {
  try {
    return headers.has(name);
  } catch {
    throw new UnusableArgument(argument, "is sent as a header whose name HTTP does not allow");
  }
}

function setHeader(headers: Headers, argument: string, name: string, text: string): void {
  if (text.length > MAX_REQUEST_TARGET_CHARS) throw tooLong();
  try {
    headers.set(name, text);
  } catch {
    throw new UnusableArgument(argument, "has characters that cannot stand in an HTTP header");
  }
}

function bodyArguments(plan: OperationRequest, body: BodyPlan, args: Arguments): Arguments {
  const { isOfBody, nameOf } = bodyNames(plan, body);
  const own = Object.entries(args).filter(([name]) => isOfBody(name));
  return Object.fromEntries(own.map(([name, value]) => [nameOf(name), value]));
}

function targetOf(plan: OperationRequest, base: URL, inPath: ReadonlyMap<string, string>, query: readonly Pair[]): URL {
  const [template = "", ...rest] = plan.path.split("?");
  const ownQuery = rest.join("?");
  const fill = (text: string): string =>
    text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => inPath.get(name) ?? encodeText(whole));
  const segments = fill(template).split("/");
  const dots = segments.find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (dots !== undefined && template.includes("{")) {
    const [argument = ""] = [...inPath].find(([, text]) => /(?:^|\/)\.{1,2}(?:\/|$)/.test(text)) ?? [];
    throw new UnusableArgument(argument, `would make ${JSON.stringify(dots)} a part of the path`);
  }
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, "")}${segments.join("/")}`;
  url.search = [url.search.replace(/^\?/, ""), fill(ownQuery), joined(query, "&")]
    .filter((part) => part !== "")
    .join("&");
  url.hash = "";
  if (url.href.length > MAX_REQUEST_TARGET_CHARS) throw tooLong();
  return url;
}

/** Measured before it is put together, because names that are long together are written once for each value. */
function joined(pairs: readonly Pair[], separator: string): string {
  const chars = pairs.reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0);
  if (chars > MAX_REQUEST_TARGET_CHARS) throw tooLong();
  return pairs.map((pair) => pair.join("=")).join(separator);
}

function tooLong(): UnusableArgument {
  return new UnusableArgument("", `make an address or headers of more than ${MAX_REQUEST_TARGET_CHARS} characters`);
}

/**
 * Writes a parameter that the description gives a media type (`content` in place of `schema`) as the text of that type.
 *
 * @throws UnusableArgument for a list or an object in a type in which it cannot be written
 */
function contentText(argument: string, value: unknown, contentType: string): string {
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
