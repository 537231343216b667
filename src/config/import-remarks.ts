/**
 * Finds in an imported server what will not work as it stands, or should not be in a file that is committed: credentials as text,
 * placeholders that only an editor fills in, arguments that are no texts.
 */
import { credentialRemarks } from "./credential-remarks.ts";
import { secretOfInput } from "./secret-references.ts";

const PLACEHOLDER = /\$\{([^{}]{0,200})\}/g;
/** `${NAME}`, `${env:NAME}` and `${NAME:-default}`, as src/cli/tunnel/expand-entry.ts reads them. */
const VARIABLE = /^(?:env:)?[A-Za-z_]\w*(?::-[^]*)?$/;
/** Variables of VS Code and Cursor that look like names of secrets. */
const OF_EDITORS =
  /^(?:workspaceFolder(?:Basename)?|userHome|cwd|execPath|pathSeparator|defaultBuildTask|selectedText|lineNumber|(?:relative)?file\w*)$/;

export function importRemarks(name: string, server: object): string[] {
  const at = `mcpServers.${name}`;
  const parts = Object.entries(server);
  const shown = "command" in server ? parts.filter(([key]) => ["command", "args", "env", "cwd"].includes(key)) : parts;
  return [
    ...("command" in server ? argumentsWithoutText(at, Reflect.get(server, "args")) : []),
    ...credentialRemarks(name, server),
    ...shown.flatMap(([key, value]) => placeholders(`${at}.${key}`, value)),
  ];
}

function argumentsWithoutText(at: string, args: unknown): string[] {
  if (!Array.isArray(args)) return [];
  return args.flatMap((value: unknown, index) => {
    if (typeof value === "string") return [];
    return [
      `${at}.args[${index}] is not a text; the process gets ${JSON.stringify(String(value))}. Write the intended text.`,
    ];
  });
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
    const secret = secretOfInput(reference);
    if (secret !== undefined) return [`${at}: ${reference} is read as \${${secret}}: set ${secret} in .dev.vars.`];
    return [
      `${at} has ${reference}, which only an editor replaces: write its value, or \${NAME} with NAME in .dev.vars.`,
    ];
  });
}
