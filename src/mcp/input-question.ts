/**
 * The form of an upstream as the gateway asks a client's user for it. The server and the tool are named first; all other texts are the
 * upstream's, shortened and without hidden characters (approvals/input-form.ts). The client gives the answer; the model does not see it.
 */
import * as z from "zod";
import type { InputField, InputForm } from "../approvals/input-form.ts";
import { SECRET_ASKED } from "../contract/secret-asked.ts";
import { isRecord } from "../lib/is-record.ts";
import { quote, shorten } from "../lib/shorten.ts";
import { visibleText } from "../lib/visible-text.ts";
import { callLine, type ClientDecision, type RequestedCall } from "./client-decision.ts";

/** @returns the parameters of `elicitation/create` */
export function inputQuestion(asking: Pick<RequestedCall, "server" | "tool" | "args" | "problem">, form: InputForm) {
  const { message, links, fields } = form;
  const pages = links.map(
    ({ url, origin }) => `It asks you to open a page of ${origin}: ${url}\nAccept when you have done what it asks for.`,
  );
  // Before the upstream's words, which could say that it is none.
  const warning = fields.some(({ isSecret }) => isSecret) ? `${SECRET_ASKED}\n` : "";
  const { problem } = asking;
  const asked = `${callLine(asking)}\n${warning}The server ${visibleText(asking.server)} asks for your input. Its text:`;
  // Names of fields and choices in it are the upstream's, so that it stands among the upstream's words.
  const again = problem === undefined ? [] : [`(Your previous answer was not valid: ${inOneLine(problem)})`];
  const text = [asked, message, ...again, ...pages];
  return {
    message: text.join("\n\n"),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
  } as const;
}

function inOneLine(problem: string): string {
  return visibleText(shorten(problem, 500)).replaceAll(/\s+/g, " ");
}

function propertyOf(field: InputField): object {
  const { type, title, description, preset, choices, format, minimum, maximum, minLength, maxLength } = field;
  const same = { type, title, description, default: preset };
  const { minItems, maxItems } = field;
  const own =
    choices === undefined
      ? { format, minimum, maximum, minLength, maxLength }
      : type === "array"
        ? { items: choicesOf(field, "anyOf"), minItems, maxItems }
        : choicesOf(field, "oneOf");
  return withoutAbsent({ ...same, ...own });
}

/** The choices in the form in which the upstream has given them: clients know one or the other. */
function choicesOf({ type, choices = [], titledBy }: InputField, alternatives: "oneOf" | "anyOf"): object {
  if (titledBy === "const") return { [alternatives]: choices.map(({ value, title }) => ({ const: value, title })) };
  return withoutAbsent({
    type: type === "array" ? "string" : undefined,
    enum: choices.map(({ value }) => value),
    enumNames: titledBy && choices.map(({ title }) => title),
  });
}

function withoutAbsent(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const resultSchema = z.looseObject({ action: z.string(), content: z.unknown().optional() });

/** @param result of `elicitation/create` @returns undefined if the user has not decided */
export function readInput(result: unknown): Pick<ClientDecision, "decision" | "content"> | undefined {
  const read = resultSchema.safeParse(result);
  if (read.data?.action === "decline") return { decision: "deny" };
  return read.data?.action === "accept" ? { decision: "approve", content: read.data.content ?? {} } : undefined;
}

/**
 * @param response of a 2025-era client, which is asked once: whatever it answers is the end of its question
 * @returns what the upstream hears, or why it hears nothing
 */
export function inputOfResponse({ result, error }: { readonly result?: unknown; readonly error?: unknown }) {
  const decided = error === undefined ? readInput(result) : undefined;
  if (decided !== undefined) return { ...decided, isLast: true };
  const action = isRecord(result) ? result["action"] : undefined;
  if (error === undefined && action === "cancel") return { decision: "deny", denial: "cancel" } as const;
  const comment = `The client answered with ${error === undefined ? wordsOfAction(action) : wordsOfError(error)}.`;
  return { decision: "deny", denial: "unanswered", comment } as const;
}

function wordsOfAction(action: unknown): string {
  return typeof action === "string" ? `the action ${quote(visibleText(action), 100)}` : "no action";
}

function wordsOfError(error: unknown): string {
  const { code, message } = isRecord(error) ? error : {};
  const number = typeof code === "number" ? ` ${code}` : "";
  return `the error${number}${typeof message === "string" ? ` ${quote(visibleText(message), 300)}` : ""}`;
}
