/**
 * `${NAME}` in gateway.json reads a Worker secret or variable. A value is only ever put into the request it is meant
 * for; what is missing is reported by name and never by content.
 */

export type Substituted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: string };

export function substituteSecrets(template: string, env: Readonly<Record<string, unknown>>): Substituted {
  let missing: string | undefined;
  const text = template.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_match, name: string) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
    missing ??= name;
    return "";
  });
  return missing === undefined ? { ok: true, text } : { ok: false, missing };
}
