/**
 * What a client asks for when it registers (RFC 7591), as far as the gateway can give it: the server may leave out what it does not support
 * (section 2), and says in its answer what it has registered. The OAuth library does so for metadata documents, and refuses registrations.
 */
import { isRecord } from "../../lib/is-record.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** @param hasEnterprise true if identity assertions are accepted @returns the same bytes where they are no JSON object, for the library to refuse */
export function registrable(body: Uint8Array<ArrayBuffer>, hasEnterprise: boolean): Uint8Array<ArrayBuffer> | string {
  let asked: unknown;
  try {
    asked = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return body;
  }
  if (!isRecord(asked)) return body;
  const supported = new Map<string, readonly unknown[]>([
    ["grant_types", ["authorization_code", "refresh_token", ...(hasEnterprise ? [JWT_BEARER] : [])]],
    ["response_types", ["code"]],
  ]);
  // Some libraries write what a client does not have as null or as an empty text.
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== "");
  const metadata = given.map(([name, value]) => [name, within(value, supported.get(name))] as const);
  return JSON.stringify(Object.fromEntries(metadata));
}

/** @returns those that are supported; all of them where none is */
function within(asked: unknown, supported: readonly unknown[] | undefined): unknown {
  if (!Array.isArray(asked) || supported === undefined) return asked;
  const common = asked.filter((value) => supported.includes(value));
  return common.length > 0 ? common : asked;
}
