/** Finds credentials that an entry of gateway.json holds as text: the file is committed with the code, so they belong in secrets. */
import { credentialNamed, looksSecret } from "../detection/credential-names.ts";
import { isRecord } from "../lib/is-record.ts";

/** A value that is read from elsewhere. */
const REFERENCE = /\$\{[^{}]*\}|^\$[A-Za-z_]\w*$/;
/** Nothing, a number, a flag, a path, an address: of `--max-tokens 4096`, `--key ./id.pem` and `tokenUrl`. */
const NO_CREDENTIAL = /^(?:\d*|true|false|[./~].*|[a-z]:\\.*|https?:\/\/[^@?]*)$/is;
const SET = "put the value into .dev.vars (deployed: npx wrangler secret put NAME) and write ${NAME} in its place";

/** @returns a sentence for each credential, which names its place and does not repeat it */
export function credentialRemarks(name: string, server: object): string[] {
  const at = `mcpServers.${name}`;
  const args: unknown = "command" in server ? Reflect.get(server, "args") : [];
  return [
    ...(Array.isArray(args) ? args.flatMap((_, index) => credentialsInArgument(`${at}.args`, args, index)) : []),
    ...["headers", "query", "auth", "env"].flatMap((part) =>
      literalCredentials(`${at}.${part}`, Reflect.get(server, part)),
    ),
    ...["url", "base_url", "spec"].flatMap((part) => credentialsInAddress(`${at}.${part}`, Reflect.get(server, part))),
  ];
}

/** A name that only ends in `key` may be that of a sort key. */
function isCredential(name: string, value: string): boolean {
  if (NO_CREDENTIAL.test(value) || REFERENCE.test(value)) return false;
  return credentialNamed(name) !== undefined || (/key$/i.test(name) && looksSecret(value));
}

export function literalCredentials(at: string, values: unknown): string[] {
  if (!isRecord(values)) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    if (typeof value !== "string" || !isCredential(key, value)) return [];
    return [`${at}.${key} holds a credential as text: ${SET}.`];
  });
}

/** The address is not parsed, because references in it would be encoded. */
export function credentialsInAddress(at: string, address: unknown): string[] {
  if (typeof address !== "string") return [];
  const remarks: string[] = [];
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i.test(address)) {
    const auth = '"auth": {"type": "basic", "username": "…", "password": "${NAME}"}';
    remarks.push(`${at} holds credentials before the @: write ${auth} instead, with NAME in .dev.vars.`);
  }
  for (const [, key = "", value = ""] of address.matchAll(/[?&]([^=&#]{1,200})=([^&#]+)/g)) {
    if (!isCredential(key, value)) continue;
    remarks.push(`${at} holds a credential as text in ${key}: ${SET}.`);
  }
  return remarks;
}

/** `--token=…`, `TOKEN=…`, `Authorization: Bearer …`, `postgres://user:password@host`, and what stands after `--token`. */
const NAMED = /^-{0,2}([\w.-]{1,200})[=:](?!\/\/)([^]*)$/;
const OPTION = /^-{1,2}([\w.-]{1,200})$/;
const PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:([^/?#@]+)@/i;

function credentialsInArgument(at: string, args: readonly unknown[], index: number): string[] {
  const [before, text] = [args[index - 1], args[index]];
  if (typeof text !== "string") return [];
  const [, name = "", value = ""] = NAMED.exec(text) ?? [];
  const [, option = ""] = typeof before === "string" ? (OPTION.exec(before) ?? []) : [];
  const [, password = "${}"] = PASSWORD.exec(text) ?? [];
  const isOwnOption = text.startsWith("-");
  const holds =
    isCredential(name, value.trim()) ||
    (!isOwnOption && isCredential(option, text)) ||
    isCredential("password", password);
  return holds ? [`${at}[${index}] holds a credential as text: ${SET}.`] : [];
}
