/** A person's answer to the form of an upstream: checked against the form, and put into the responses that the upstream gets. */
import { isRecord } from "../lib/is-record.ts";
import * as z from "zod";
import { MAX_INPUT_TEXT_CHARS } from "../limits/input-limits.ts";
import type { Result } from "../lib/result.ts";
import { readClientAnswer } from "./client-request.ts";
import type { InputField, InputForm } from "./input-form.ts";
import { quote } from "../lib/shorten.ts";

type InputValue = string | number | boolean | readonly string[];
/** Values by the names of fields. */
type InputContent = Readonly<Record<string, InputValue>>;

/** Responses by the upstream's names for its requests: an `ElicitResult` of MCP, or the result of the client itself. */
export type InputResponses = Readonly<Record<string, InputResponse | object>>;
type InputResponse =
  | { readonly action: "accept"; readonly content?: InputContent }
  | { readonly action: "decline" | "cancel" };

/**
 * @param content as a person, or the client on their behalf, gave it
 * @param ofClient the client's own results, by the names of the requests; "" stands for the only one
 * @returns what is wrong with it, with the field's name
 */
export function answerForm(
  form: InputForm,
  content: unknown,
  ofClient: Readonly<Record<string, unknown>> = {},
): Result<InputResponses, string> {
  const given = content ?? {};
  if (!isRecord(given)) return refused("The answer must be an object with a value for each field.");
  const known = new Set(form.fields.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) {
    const names = [...known].join(", ") || "none";
    return refused(`The form has no field ${quote(unknown)}; its fields are: ${names}.`);
  }
  // Not an object: an upstream may call its request `__proto__`.
  const responses: [string, InputResponse | object][] = [];
  for (const request of form.requests) {
    const asked = form.ofClient?.find((one) => one.request === request);
    if (asked !== undefined) {
      const key = form.requests.length === 1 && Object.hasOwn(ofClient, "") ? "" : request;
      if (!Object.hasOwn(ofClient, key)) return refused(`Only the client of the call can answer ${request}.`);
      const answer = readClientAnswer(asked, ofClient[key]);
      if (!answer.ok) return answer;
      responses.push([request, answer.value]);
      continue;
    }
    if (form.links.some((link) => link.request === request)) {
      responses.push([request, { action: "accept" }]);
      continue;
    }
    const values: [string, InputValue][] = [];
    for (const field of form.fields.filter((one) => one.request === request)) {
      // A preset of the upstream is only shown: a person who removes it does not send it.
      const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
      if (value === undefined) {
        if (field.isRequired) return refused(`The field ${field.name} is missing.`);
        continue;
      }
      const problem = problemOf(field, value);
      if (problem !== undefined) return refused(`The field ${field.name} ${problem}.`);
      values.push([field.property, value as InputValue]);
    }
    responses.push([request, { action: "accept", content: Object.fromEntries(values) }]);
  }
  return { ok: true, value: Object.fromEntries(responses) };
}

export function refuseForm({ requests }: InputForm, action: "decline" | "cancel"): InputResponses {
  return Object.fromEntries(requests.map((request) => [request, { action }]));
}

/** @returns the end of a sentence about the field; undefined if the value is right */
function problemOf(field: InputField, value: unknown): string | undefined {
  switch (field.type) {
    case "array":
      return problemOfList(field, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : "takes true or false";
    case "string":
      return problemOfText(field, value);
    case "integer":
    case "number":
      return problemOfNumber(field, value);
  }
}

function problemOfList({ choices, minItems = 0, maxItems = Infinity }: InputField, value: unknown): string | undefined {
  if (!Array.isArray(value) || new Set(value).size < value.length || !value.every((one) => isChoice(choices, one)))
    return `takes a list of some of ${namesOf(choices)}`;
  if (value.length < minItems) return `takes at least ${minItems} choices`;
  return value.length > maxItems ? `takes at most ${maxItems} choices` : undefined;
}

function problemOfText({ choices, format, minLength = 0, maxLength = Infinity }: InputField, value: unknown) {
  if (typeof value !== "string") return "takes a text";
  if (choices !== undefined) return isChoice(choices, value) ? undefined : `takes one of ${namesOf(choices)}`;
  const max = Math.min(maxLength, MAX_INPUT_TEXT_CHARS);
  if (value.length > max) return `takes at most ${max} characters`;
  if (value.length < minLength) return `takes at least ${minLength} characters`;
  return format !== undefined && !isOfFormat(value, format) ? `takes a text of the format ${format}` : undefined;
}

function problemOfNumber({ type, minimum = -Infinity, maximum = Infinity }: InputField, value: unknown) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "takes a number";
  if (type === "integer" && !Number.isSafeInteger(value)) return "takes a whole number";
  if (value < minimum) return `takes a number of at least ${minimum}`;
  return value > maximum ? `takes a number of at most ${maximum}` : undefined;
}

function isChoice(choices: InputField["choices"], value: unknown): boolean {
  return choices?.some((choice) => choice.value === value) === true;
}

function namesOf(choices: InputField["choices"]): string {
  const names = (choices ?? []).map(({ value }) => value);
  return names.join(", ").slice(0, 500);
}

function isOfFormat(value: string, format: string): boolean {
  switch (format) {
    case "email":
      return z.email().safeParse(value).success;
    case "uri":
      return URL.canParse(value);
    case "date":
      return z.iso.date().safeParse(value).success;
    default:
      return z.iso.datetime({ offset: true }).safeParse(value).success;
  }
}

function refused(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}
