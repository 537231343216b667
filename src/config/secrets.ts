/**
 * Substitutes `${NAME}` in gateway.json by a Worker secret or variable. A value is only put into the request it is meant for; a missing
 * secret is reported by name, and values never appear in messages.
 */

export interface Secret {
  /** The name that replaces the value where the value must not be seen. */
  readonly name: string;
  readonly value: string;
}

export type Substituted =
  | { readonly ok: true; readonly text: string; readonly secrets: readonly Secret[] }
  | { readonly ok: false; readonly missing: string };

/** @param written how a value is written between the texts before and after its reference */
export function substituteSecrets(
  template: string,
  env: Readonly<Record<string, unknown>>,
  written: (value: string, before: string, after: string) => string = (value) => value,
): Substituted {
  let missing: string | undefined;
  const secrets: Secret[] = [];
  const text = template.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (reference, name: string, at: number) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (typeof value === "string" && value !== "") {
      secrets.push({ name: reference, value });
      return written(value, template.slice(0, at), template.slice(at + reference.length));
    }
    missing ??= name;
    return "";
  });
  return missing === undefined ? { ok: true, text, secrets } : { ok: false, missing };
}

const OWN_SECRETS = ["ISOGATE_API_KEY", "ISOGATE_SETUP_TOKEN", "ISOGATE_ENCRYPTION_KEY"];

/**
 * The values that must never be recorded: those of all secrets that a template names, and the gateway's own keys.
 * @param templates any text that contains `${NAME}`, such as the whole gateway.json
 */
export function secretValues(templates: string, env: Readonly<Record<string, unknown>>): string[] {
  const named = [...templates.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(([, name]) => name ?? "");
  return [...new Set([...named, ...OWN_SECRETS])].flatMap((name) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return typeof value === "string" ? [value] : [];
  });
}
