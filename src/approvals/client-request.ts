/**
 * Requests of an upstream to the client itself, and the client's results. Both are rebuilt from known fields: a server that asks a model gets no
 * context of the client (`includeContext`) and hands it no tools, and hidden characters of its texts are spelled out.
 */
import * as z from "zod";
import { ABILITY_METHODS, type ClientAbility } from "../lib/client-ability.ts";
import type { Result } from "../lib/result.ts";
import { visibleText } from "../lib/visible-text.ts";
import { MAX_CLIENT_ITEMS, MAX_INPUT_CHARS, MAX_INPUT_NAME_CHARS } from "../limits/input-limits.ts";

export interface ClientRequest {
  /** The upstream's own name for the request. */
  readonly request: string;
  readonly ability: ClientAbility;
  readonly params: Readonly<Record<string, unknown>>;
}

const words = z.string().transform(visibleText);
const media = { data: z.base64(), mimeType: z.string().max(MAX_INPUT_NAME_CHARS) };
const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: words }),
  z.object({ type: z.literal("image"), ...media }),
  z.object({ type: z.literal("audio"), ...media }),
]);
const message = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.union([block, z.array(block).min(1).max(MAX_CLIENT_ITEMS)]),
});
const share = z.number().min(0).max(1).optional();

const samplingSchema = z.object({
  messages: z.array(message).min(1).max(MAX_CLIENT_ITEMS),
  systemPrompt: words.optional(),
  maxTokens: z.int().min(1),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).max(MAX_CLIENT_ITEMS).optional(),
  modelPreferences: z
    .object({
      hints: z
        .array(z.object({ name: words.optional() }))
        .max(MAX_CLIENT_ITEMS)
        .optional(),
      costPriority: share,
      speedPriority: share,
      intelligencePriority: share,
    })
    .optional(),
  tools: z.undefined("is not offered").optional(),
});
const PARAMS = { sampling: samplingSchema, roots: z.unknown().transform(() => ({})) } as const;

const name = z.string().max(MAX_INPUT_NAME_CHARS);
const ANSWERS = {
  sampling: message.extend({ model: name, stopReason: name.optional() }),
  roots: z.object({
    roots: z.array(z.object({ uri: z.string().startsWith("file://"), name: name.optional() })).max(MAX_CLIENT_ITEMS),
  }),
} as const;

/** @returns undefined for a request of another kind, or that is not offered; else why it is not passed on, as the end of a sentence about the upstream */
export function readClientRequest(
  request: string,
  { method, params }: { readonly method: string; readonly params?: unknown },
  offered: readonly ClientAbility[],
): Result<ClientRequest, string> | undefined {
  const ability = offered.find((one) => ABILITY_METHODS[one] === method);
  if (ability === undefined) return undefined;
  const read = PARAMS[ability].safeParse(params);
  if (read.success) return { ok: true, value: { request, ability, params: read.data } };
  return { ok: false, error: `sent the client a ${method} that cannot be passed on: ${issueOf(read.error)}` };
}

/** @param result the client's, unchecked @returns what is wrong with it */
export function readClientAnswer({ request, ability }: ClientRequest, result: unknown): Result<object, string> {
  const read = ANSWERS[ability].safeParse(result);
  if (!read.success) return { ok: false, error: `The answer to ${request}: ${issueOf(read.error)}.` };
  const isLarge = JSON.stringify(read.data).length > MAX_INPUT_CHARS;
  return isLarge
    ? { ok: false, error: `The answer to ${request} has more than ${MAX_INPUT_CHARS} characters.` }
    : { ok: true, value: read.data };
}

/** @returns the first thing that is wrong with an upstream's or a client's message */
export function issueOf({ issues }: z.ZodError): string {
  const at = (issues[0]?.path ?? []).map(String).join(".").slice(0, 200);
  return `${visibleText(at)}: ${issues[0]?.message ?? "is not valid"}`;
}
