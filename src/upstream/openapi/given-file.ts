/** A file as an argument gives it: base64, or a data URL (RFC 2397), which can say its media type and its name. */
import type { BodyPlan } from "../../../sdk-gen/index.ts";
import { quote } from "../../lib/shorten.ts";
import { decodeBase64 } from "../decode-base64.ts";
import { UnusableArgument } from "../unusable-argument.ts";

interface GivenFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly name?: string;
}

const MAX_HEAD_CHARS = 2_000;
const MAX_NAME_CHARS = 255;

/** @param argument its name, for messages @throws UnusableArgument */
export function readFile(value: unknown, argument: string): GivenFile {
  const isUrl = typeof value === "string" && /^data:/i.test(value);
  if (!isUrl) return { bytes: bytesOf(value, argument) };
  const head = /;\s*base64\s*,/i.exec(value.slice(0, MAX_HEAD_CHARS));
  if (head === null) {
    throw new UnusableArgument(argument, "is a data URL without base64; it must begin like data:text/csv;base64,");
  }
  const [type = "", ...attributes] = value.slice("data:".length, head.index).split(";");
  const mediaType = type.includes(",") ? undefined : mediaTypeIn(type);
  if (type !== "" && mediaType === undefined) {
    throw new UnusableArgument(argument, `is a data URL of ${quote(type, 80)}, which is not a media type`);
  }
  const name = attributes.find((one) => /^\s*(?:file)?name=/i.test(one));
  return {
    bytes: bytesOf(value.slice(head.index + head[0].length), argument),
    ...(mediaType !== undefined && { type: mediaType }),
    ...(name !== undefined && { name: nameIn(name.slice(name.indexOf("=") + 1), argument) }),
  };
}

/** @throws UnusableArgument */
function bytesOf(value: unknown, argument: string): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === "string" ? decodeBase64(value) : undefined;
  if (bytes === undefined) throw new UnusableArgument(argument, NO_BASE64);
  return bytes;
}

const NO_BASE64 =
  "must be base64 with its padding, because it is sent as bytes; a text is given as new TextEncoder().encode(text).toBase64()";

/** @returns the first media type of a list; undefined for what is none, which could otherwise break a header, a line break above all */
export function mediaTypeIn(types: string): string | undefined {
  const [first = ""] = types.split(",", 1);
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(first.trim()) ? first.trim() : undefined;
}

/** True for a media type of a data URL in which a body of bytes may be sent. */
export function isTaken(type: string, { types = [] }: Pick<BodyPlan, "types">): boolean {
  const own = type.toLowerCase();
  return types.some((one) => one === own || one === "*/*" || (one.endsWith("/*") && own.startsWith(one.slice(0, -1))));
}

/** @returns the media type that a data URL names */
export function typeOfUrl(value: unknown): string | undefined {
  return typeof value === "string" ? /^data:([^;,]{1,200})[;,]/i.exec(value)?.[1]?.trim() : undefined;
}

function nameIn(encoded: string, argument: string): string {
  let name: string | undefined;
  try {
    name = decodeURIComponent(encoded.trim().replace(/^"(.*)"$/, "$1"));
  } catch {
    // A sign of per cent that begins no escape.
  }
  // A server may write the file where its name leads.
  const isPath = name === undefined || /^\.*$|[/\\\p{C}]/u.test(name);
  if (isPath || name === undefined || name.length > MAX_NAME_CHARS) {
    const wanted = `a URL-encoded name of at most ${MAX_NAME_CHARS} characters without slashes and invisible characters`;
    throw new UnusableArgument(argument, `is a data URL whose name ${quote(encoded, 80)} is not ${wanted}`);
  }
  return name;
}
