/**
 * The form that a person fills in when an upstream asks for input during a call (elicitation). Everything in it is the upstream's: texts are
 * shortened and their hidden characters spelled out here, once, for every interface that shows them. A request that a person could
 * not be shown whole is refused.
 */
import * as z from "zod";
import {
  MAX_INPUT_CHARS,
  MAX_INPUT_CHOICES,
  MAX_INPUT_DESCRIPTION_CHARS,
  MAX_INPUT_FIELDS,
  MAX_INPUT_MESSAGE_CHARS,
  MAX_INPUT_NAME_CHARS,
  MAX_INPUT_REQUESTS,
  MAX_INPUT_TEXT_CHARS,
  MAX_INPUT_URL_CHARS,
} from "../limits/input-limits.ts";
import type { ClientAbility } from "../lib/client-ability.ts";
import type { Result } from "../lib/result.ts";
import { visibleText } from "../lib/visible-text.ts";
import { issueOf, readClientRequest, type ClientRequest } from "./client-request.ts";

export interface InputField {
  /** The field's name in the answer: the property's name, after the request's if there are several requests. */
  readonly name: string;
  /** The request that the field belongs to. */
  readonly request: string;
  readonly property: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** An array is several of the choices. */
  readonly type: "string" | "number" | "integer" | "boolean" | "array";
  readonly choices?: readonly InputChoice[] | undefined;
  /** The keyword of JSON Schema by which the upstream gives its choices titles, if it does. */
  readonly titledBy?: "enumNames" | "const" | undefined;
  readonly format?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly preset?: string | number | boolean | readonly string[] | undefined;
  readonly isRequired: boolean;
  /** The field seems to ask for a secret: what is entered is not displayed. */
  readonly isSecret: boolean;
}

export interface InputChoice {
  readonly value: string;
  readonly title: string;
}

/** A page that the upstream asks the person to open. The gateway never opens it. */
interface InputLink {
  readonly request: string;
  readonly url: string;
  readonly origin: string;
}

export interface InputForm {
  /** The upstream's words to the person. */
  readonly message: string;
  /** The names that the upstream gave to its requests. */
  readonly requests: readonly string[];
  readonly links: readonly InputLink[];
  readonly fields: readonly InputField[];
  /** Requests that the client of the call answers itself: no person does. */
  readonly ofClient?: readonly ClientRequest[];
}

const FORMATS = ["email", "uri", "date", "date-time"] as const;
/** Longer names are refused, and so are those with characters that are not seen. */
const nameSchema = z
  .string()
  .min(1)
  .max(MAX_INPUT_NAME_CHARS)
  .refine((name) => visibleText(name) === name, "has hidden characters");
const words = (max: number) => z.string().transform((text) => shortened(text, max));
const titles = {
  title: words(MAX_INPUT_NAME_CHARS).optional(),
  description: words(MAX_INPUT_DESCRIPTION_CHARS).optional(),
};
const choiceSchema = z.string().max(MAX_INPUT_NAME_CHARS);
const lengthSchema = z.int().min(0).optional();
const valuesSchema = z.array(choiceSchema).min(1).max(MAX_INPUT_CHOICES);
const titledSchema = z
  .array(z.object({ const: choiceSchema, title: words(MAX_INPUT_NAME_CHARS) }))
  .min(1)
  .max(MAX_INPUT_CHOICES);

const fieldSchema = z.union([
  z.object({
    type: z.literal("string"),
    ...titles,
    enum: valuesSchema.optional(),
    enumNames: z.array(words(MAX_INPUT_NAME_CHARS)).max(MAX_INPUT_CHOICES).optional(),
    oneOf: titledSchema.optional(),
    format: z.enum(FORMATS).optional(),
    minLength: lengthSchema,
    maxLength: lengthSchema,
    default: z.string().max(MAX_INPUT_TEXT_CHARS).optional(),
  }),
  z.object({
    type: z.enum(["number", "integer"]),
    ...titles,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ type: z.literal("boolean"), ...titles, default: z.boolean().optional() }),
  z.object({
    type: z.literal("array"),
    ...titles,
    items: z.union([z.object({ anyOf: titledSchema }), z.object({ type: z.literal("string"), enum: valuesSchema })]),
    minItems: lengthSchema,
    maxItems: lengthSchema,
    default: z.array(choiceSchema).max(MAX_INPUT_CHOICES).optional(),
  }),
]);
type FieldSchema = z.output<typeof fieldSchema>;

const formSchema = z.object({
  mode: z.literal("form").optional(),
  message: words(MAX_INPUT_MESSAGE_CHARS),
  requestedSchema: z.object({
    type: z.literal("object"),
    properties: z.record(nameSchema, fieldSchema),
    required: z.array(z.string()).max(1_000).optional(),
  }),
});
const linkSchema = z.object({
  mode: z.literal("url"),
  message: words(MAX_INPUT_MESSAGE_CHARS),
  url: z.string().max(MAX_INPUT_URL_CHARS),
});
const requestSchema = z.object({ method: z.string(), params: z.unknown().optional() });

/** The parser of schemas leaves such a property out, so a person would see another form than the upstream's. */
function hasForbiddenName(params: unknown): boolean {
  const properties = propertyOf(propertyOf(params, "requestedSchema"), "properties");
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, "__proto__");
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/**
 * @param requests the upstream's requests by its own names for them
 * @param offered what the client of the call answers itself
 * @returns why they are not passed on to a person, as the end of a sentence about the upstream
 */
export function readInputForm(
  requests: Readonly<Record<string, unknown>>,
  offered: readonly ClientAbility[] = [],
): Result<InputForm, string> {
  const entries = Object.entries(requests);
  if (entries.length > MAX_INPUT_REQUESTS) {
    return refused(`sent ${entries.length} requests for input at once; at most ${MAX_INPUT_REQUESTS} are passed on`);
  }
  const isOnlyForm = entries.filter(([, given]) => isForPerson(given)).length === 1;
  const messages: string[] = [];
  const links: InputLink[] = [];
  const fields: InputField[] = [];
  const ofClient: ClientRequest[] = [];
  for (const [request, given] of entries) {
    if (!nameSchema.safeParse(request).success)
      return refused("asked for input under a name that is too long or has hidden characters");
    const { data } = requestSchema.safeParse(given);
    const asked = data && readClientRequest(request, data, offered);
    if (asked?.ok === false) return asked;
    if (asked !== undefined) {
      ofClient.push(asked.value);
      messages.push(ASKS_CLIENT[asked.value.ability]);
      continue;
    }
    if (data === undefined || !isForPerson(data))
      return refused("asked for something other than a person's input, which is not supported");
    if (hasForbiddenName(data.params)) return refused("asked for a field named __proto__, which cannot be shown");
    const link = linkSchema.safeParse(data.params);
    const form = formSchema.safeParse(data.params);
    if (link.success) {
      const read = readLink(request, link.data.url);
      if (read === undefined)
        return refused("asked a person to open an address that does not begin with http: or https:");
      links.push(read);
      messages.push(link.data.message);
    } else if (form.success) {
      const { message, requestedSchema } = form.data;
      const required = new Set(requestedSchema.required);
      for (const [property, schema] of Object.entries(requestedSchema.properties)) {
        const name = isOnlyForm ? property : `${request}.${property}`;
        fields.push({ name, request, property, ...fieldOf(property, schema), isRequired: required.has(property) });
      }
      messages.push(message);
    } else {
      return refused(`asked for input with a form that cannot be shown: ${issueOf(form.error)}`);
    }
  }
  if (fields.length > MAX_INPUT_FIELDS)
    return refused(`asked for ${fields.length} fields; at most ${MAX_INPUT_FIELDS} are passed on`);
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    return refused("asked for two fields of the same name");
  const form = {
    ...{ message: messages.join("\n\n"), requests: entries.map(([name]) => name), links, fields },
    ...(ofClient.length > 0 && { ofClient }),
  };
  // A hidden character is six when it is spelled out.
  if (JSON.stringify(form).length > MAX_INPUT_CHARS)
    return refused(`asked for input with a form that has more than ${MAX_INPUT_CHARS} characters when shown`);
  return { ok: true, value: form };
}

function isForPerson(given: unknown): boolean {
  return requestSchema.safeParse(given).data?.method === "elicitation/create";
}

const ASKS_CLIENT: Readonly<Record<ClientAbility, string>> = {
  sampling: "(It asks for an answer of the client's model, which only the client can give.)",
  roots: "(It asks for the client's roots, which only the client can name.)",
};

function fieldOf(
  property: string,
  schema: FieldSchema,
): Omit<InputField, "name" | "request" | "property" | "isRequired"> {
  const { title = property, description, default: preset } = schema;
  const same = { title, description, preset, isSecret: LOOKS_SECRET.test(`${property} ${title}`) };
  if (schema.type === "boolean") return { ...same, type: schema.type, isSecret: false };
  if (schema.type === "array") {
    const { type, items, minItems, maxItems } = schema;
    const choices = "anyOf" in items ? choicesOf(undefined, items.anyOf) : choicesOf(items.enum, undefined);
    return { ...same, type, ...choices, minItems, maxItems };
  }
  if (schema.type !== "string") return { ...same, type: schema.type, minimum: schema.minimum, maximum: schema.maximum };
  const { enum: values, enumNames, oneOf, format, minLength, maxLength } = schema;
  return { ...same, type: schema.type, ...choicesOf(values, oneOf, enumNames), format, minLength, maxLength };
}

function choicesOf(
  values: readonly string[] | undefined,
  titled: readonly { readonly const: string; readonly title: string }[] | undefined,
  names?: readonly string[],
): Pick<InputField, "choices" | "titledBy"> {
  if (titled !== undefined) {
    return { choices: titled.map(({ const: value, title }) => ({ value, title })), titledBy: "const" };
  }
  const choices = values?.map((value, at) => ({
    value,
    title: names?.[at] ?? shortened(value, MAX_INPUT_NAME_CHARS),
  }));
  return { choices, titledBy: names && "enumNames" };
}

/** Names of what a person should enter only where they know who reads it. */
const LOOKS_SECRET =
  /pass(?:word|phrase|code|wd|wort)|kennwort|contrase|mot.de.passe|secret|token|credential|(?:api|private|access|signing|recovery|seed|backup).?(?:key|phrase|code)|\bkey (?:of|for|to)\b|(?:one.?time|verification|security|login).?code|seed.?phrase|mnemonic|\b(?:pin|otp|totp|cvv|cvc|ssn|iban)\b/i;

function readLink(request: string, text: string): InputLink | undefined {
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  return { request, url: url.href, origin: url.origin };
}

function shortened(text: string, max: number): string {
  const shown = visibleText(text.slice(0, max));
  return text.length > max ? `${shown}…` : shown;
}

function refused(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}
