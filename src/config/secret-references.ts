/**
 * Converts references to secrets, as other MCP clients write them, to `${NAME}`. A text that looks like a reference but is none is never
 * sent unchanged: an upstream would get the text `$TOKEN` as a credential, and its log would contain the name of the secret.
 */

type References =
  | { readonly ok: true; readonly text: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly fix: string };

/** @returns true if the text has a beginning of a reference, `${`, that is none to a secret */
export function hasBrokenReference(text: string): boolean {
  return text.replaceAll(/\$\{[A-Za-z_][A-Za-z0-9_]*\}/g, "").includes("${");
}

/** Matches `${…}` with any content up to the next brace, also where that does not close it, or `$NAME` with capital letters. */
const LOOKS_LIKE_ONE = /\$\{[^{}]{0,200}\}?|\$[A-Z][A-Z0-9_]{1,63}/g;
const OURS = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;
/** Matches the part of a broken reference that a message repeats; the rest may be a password with `${` in it. */
const BEGINNING = /^\$\{[A-Za-z_][A-Za-z0-9_]{0,63}/;
/** Keys whose whole texts may be credentials, of which a message repeats nothing. */
const OF_CREDENTIALS = new Set(["auth", "headers", "query"]);
const OF_ENVIRONMENT = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;
/** VS Code asks a person for the value of an input; its identifier is in most cases the name of a secret in small letters. */
const OF_INPUT = /^\$\{input:([A-Za-z_][A-Za-z0-9_-]{0,63})\}$/;

/** @returns the secret that stands for `${input:github-token}` of VS Code, GITHUB_TOKEN; undefined if the text is no such reference */
export function secretOfInput(reference: string): string | undefined {
  return OF_INPUT.exec(reference)?.[1]?.toUpperCase().replaceAll("-", "_");
}

/** `${input:my key}` of editors and `${KEY:-default}` are told by what stands before the colon. */
const WITH_COLON = /^\$\{[A-Za-z_][A-Za-z0-9_]{0,63}:(?=[^]*\}$)/;

function shown(reference: string, path: string): string {
  const [form] = WITH_COLON.exec(reference) ?? [];
  if (form !== undefined) return `a text of the form ${form}…}`;
  const mayBeCredential = path.split(".").some((key) => OF_CREDENTIALS.has(key));
  const [beginning = "${"] = mayBeCredential ? [] : (BEGINNING.exec(reference) ?? []);
  return `a text that begins with ${beginning}`;
}

/** @param path the path of the text in gateway.json, for messages */
export function readReferences(text: string, path: string): References {
  const notes: string[] = [];
  let unknown: string | undefined;
  const read = text.replaceAll(LOOKS_LIKE_ONE, (found) => {
    if (OURS.test(found)) return found;
    const name = found.startsWith("${") ? (OF_ENVIRONMENT.exec(found)?.[1] ?? secretOfInput(found)) : found.slice(1);
    if (name === undefined) {
      unknown ??= found;
      return found;
    }
    notes.push(`${path}: ${found} is read as \${${name}}, the secret ${name}.`);
    return `\${${name}}`;
  });
  if (unknown === undefined) return { ok: true, text: read, notes };
  const reason = `${path} has ${shown(unknown, path)}, which does not name a secret.`;
  return {
    ok: false,
    reason,
    fix: "Write ${NAME}, and set the secret NAME (npx wrangler secret put NAME; locally: .dev.vars).",
  };
}
