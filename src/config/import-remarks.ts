/**
 * Finds in an imported server what will not work as it stands, or should not be in a file that is committed: credentials as text,
 * placeholders that only an editor fills in, arguments that are no texts. Pure.
 */
import { isRecord } from "../lib/is-record.ts";

const SECRET_NAME = /authorization|cookie|key|token|secret|password/i;
/** A value that is read from elsewhere. */
const REFERENCE = /\$\{[^{}]*\}|^\$[A-Za-z_]\w*$/;
const PLACEHOLDER = /\$\{([^{}]{0,200})\}/g;
/** `${NAME}`, `${env:NAME}` and `${NAME:-default}`, as src/cli/tunnel/expand-entry.ts reads them. */
const VARIABLE = /^(?:env:)?[A-Za-z_]\w*(?::-[^]*)?$/;
/** Variables of VS Code and Cursor that look like names of secrets. */
const OF_EDITORS =
  /^(?:workspaceFolder(?:Basename)?|userHome|cwd|execPath|pathSeparator|defaultBuildTask|selectedText|lineNumber|(?:relative)?file\w*)$/;
const SET = "put it into .dev.vars (deployed: npx wrangler secret put NAME) and write ${NAME} in its place";

export function importRemarks(name: string, server: object): string[] {
  const at = `mcpServers.${name}`;
  const parts = Object.entries(server);
  const shown = "command" in server ? parts.filter(([key]) => ["command", "args", "env", "cwd"].includes(key)) : parts;
  return [
    ...("command" in server ? argumentRemarks(at, Reflect.get(server, "args")) : []),
    ...["headers", "query", "auth", "env"].flatMap((part) =>
      literalCredentials(`${at}.${part}`, Reflect.get(server, part)),
    ),
    ...["url", "base_url", "spec"].flatMap((part) => credentialsInAddress(`${at}.${part}`, Reflect.get(server, part))),
    ...shown.flatMap(([key, value]) => placeholders(`${at}.${key}`, value)),
  ];
}

/** gateway.json is committed with the code, so a literal credential belongs in a secret. */
function literalCredentials(at: string, values: unknown): string[] {
  if (!isRecord(values)) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    if (typeof value !== "string" || value === "" || REFERENCE.test(value) || !SECRET_NAME.test(key)) return [];
    return [`${at}.${key} holds a credential as text: ${SET}.`];
  });
}

/** The address is not parsed, because references in it would be encoded. */
function credentialsInAddress(at: string, address: unknown): string[] {
  if (typeof address !== "string") return [];
  const remarks: string[] = [];
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i.test(address)) {
    const auth = '"auth": {"type": "basic", "username": "…", "password": "${NAME}"}';
    remarks.push(`${at} holds credentials before the @: write ${auth} instead, with NAME in .dev.vars.`);
  }
  for (const [, key = "", value = ""] of address.matchAll(/[?&]([^=&#]{1,200})=([^&#]+)/g)) {
    if (!SECRET_NAME.test(key) || REFERENCE.test(value)) continue;
    remarks.push(`${at} holds a credential as text in ${key}: ${SET}.`);
  }
  return remarks;
}

function argumentRemarks(at: string, args: unknown): string[] {
  if (!Array.isArray(args)) return [];
  return args.flatMap((value: unknown, index) => {
    const here = `${at}.args[${index}]`;
    if (typeof value === "string") return credentialsInArgument(here, value, args[index - 1]);
    return [`${here} is no text; the process gets ${JSON.stringify(String(value))}: write what it should get.`];
  });
}

/** `--token=…`, `TOKEN=…`, `Authorization: Bearer …`, `postgres://user:password@host`, and what stands after `--token`. */
const NAMED = /^-{0,2}([\w.-]{1,200})[=:](?!\/\/)([^]*)$/;
const OPTION = /^-{1,2}([\w.-]{1,200})$/;
const PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:([^/?#@]+)@/i;
/** Nothing, a number, a flag, a path: of `--max-tokens 4096` and `--key ./id.pem`. */
const NO_CREDENTIAL = /^(?:\d*|true|false|[./~].*|[a-z]:\\.*)$/is;

function credentialsInArgument(at: string, text: string, before: unknown): string[] {
  const [, name = "", value = ""] = NAMED.exec(text) ?? [];
  const [, option = ""] = typeof before === "string" ? (OPTION.exec(before) ?? []) : [];
  const [, password = "${}"] = PASSWORD.exec(text) ?? [];
  const isOwnOption = text.startsWith("-");
  const candidates = [
    { isNamed: SECRET_NAME.test(name), value: value.trim() },
    { isNamed: SECRET_NAME.test(option) && !isOwnOption, value: text },
    { isNamed: true, value: password },
  ];
  const holds = candidates.some((one) => one.isNamed && !NO_CREDENTIAL.test(one.value) && !REFERENCE.test(one.value));
  return holds ? [`${at} holds a credential as text: ${SET}.`] : [];
}

function placeholders(at: string, value: unknown): string[] {
  if (typeof value !== "string") {
    if (typeof value !== "object" || value === null) return [];
    const isList = Array.isArray(value);
    return Object.entries(value).flatMap(([key, inner]) =>
      placeholders(isList ? `${at}[${key}]` : `${at}.${key}`, inner),
    );
  }
  return [...value.matchAll(PLACEHOLDER)].flatMap(([reference, content = ""]) => {
    if (VARIABLE.test(content) && !OF_EDITORS.test(content)) return [];
    return [
      `${at} has ${reference}, which only an editor fills in: write its value, or \${NAME} with NAME in .dev.vars.`,
    ];
  });
}
