/**
 * Sessions of 2025-era clients. In their protocol, only a session connects a cancellation to its request, and a client's name to its
 * calls. Sessions are not stored: the id contains the client's introduction and 128 random bits, so any isolate can answer the
 * next request.
 *
 * The introduction is the client's own claim, as in `initialize`, so forging an id gains nothing.
 */
import * as z from "zod";

/** The parts of `initialize` that a session id contains. */
export interface ClientIntroduction {
  readonly protocolVersion: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: {
    readonly elicitation?: { readonly form?: object; readonly url?: object };
    readonly sampling?: object;
    readonly roots?: object;
  };
}

const MAX_NAME_LENGTH = 100;
/** Bytes of the name, and of the version, as JSON: both fit into the id with everything else. */
const MAX_NAME_BYTES = 200;
const MAX_ID_LENGTH = 1_024;

const introductionSchema = z.object({
  protocolVersion: z.string().max(20),
  clientInfo: z.object({
    name: z.string().transform(cut),
    version: z.string().transform(cut),
  }),
  capabilities: z
    .object({
      elicitation: z
        .object({ form: z.object({}).optional(), url: z.object({}).optional() })
        .optional()
        .catch(undefined),
      sampling: z.object({}).optional().catch(undefined),
      roots: z.object({}).optional().catch(undefined),
    })
    .catch({}),
});

/** @returns the beginning of a text, without half a character at its end */
function cut(text: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let kept = "";
  for (const character of text.slice(0, MAX_NAME_LENGTH).toWellFormed()) {
    bytes += encoder.encode(JSON.stringify(character)).length - 2;
    if (bytes > MAX_NAME_BYTES) break;
    kept += character;
  }
  return kept;
}

/** @param params the parameters of `initialize` @returns undefined if they are not valid */
export function newSessionId(params: unknown): string | undefined {
  const introduction = introductionSchema.safeParse(params);
  if (!introduction.success) return undefined;
  const random = crypto.getRandomValues(new Uint8Array(16)).toHex();
  const words = new TextEncoder().encode(JSON.stringify(introduction.data));
  return `${random}.${words.toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** @returns undefined if the id has no valid form */
export function readSessionId(id: string): ClientIntroduction | undefined {
  const [, words] = /^[0-9a-f]{32}\.([\w-]+)$/.exec(id.length <= MAX_ID_LENGTH ? id : "") ?? [];
  if (words === undefined) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.fromBase64(words, { alphabet: "base64url" }),
    );
    return introductionSchema.safeParse(JSON.parse(text)).data as ClientIntroduction | undefined;
  } catch {
    return undefined;
  }
}
