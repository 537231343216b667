/**
 * Which credentials an operation wants, and where each goes: of the alternatives that the description gives, the first for which every scheme is
 * known to the caller. Without a word on security, in the operation or the description, all known schemes are meant, of those for one place the first.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn, listIn, textIn, type Description, type Fields } from "./description.ts";

export interface CredentialPlan {
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie" | "basic" | "bearer";
  /** Name of the header, query parameter or cookie. */
  readonly name?: string;
}

export interface Security {
  readonly of: (operation: Fields) => readonly CredentialPlan[];
  /** Problems of the known schemes that cannot be used, as sentences. */
  readonly remarks: readonly string[];
}

/** A header that says where a request goes or how long it is, or no header at all. */
const HEADER = /^(?!(?:host|connection|content-length|transfer-encoding|upgrade)$)[\w!#$%&'*+.^`|~-]{1,100}$/i;
const COOKIE = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const MAX_ALTERNATIVES = 50;

/** @param known names of the schemes for which there is a credential */
export function readSecurity(description: Description, known: readonly string[]): Security {
  const { root } = description;
  const declared = fieldsIn(fieldsIn(root, "components"), "securitySchemes");
  const plans = new Map<string, CredentialPlan>();
  const remarks: string[] = [];
  for (const scheme of known) {
    const fields = Object.hasOwn(declared, scheme) ? description.follow(declared[scheme]) : undefined;
    const plan = fields && planOf(scheme, fields);
    if (plan !== undefined) plans.set(scheme, plan);
    else remarks.push(`auth.schemes: ${problemWith(scheme, fields, Object.keys(declared))}`);
  }
  let all: readonly CredentialPlan[] | undefined;
  const of: Security["of"] = (operation) => {
    const alternatives = alternativesOf(operation, root);
    if (alternatives !== undefined) return chosen(alternatives, plans);
    all ??= onePerPlace(plans, remarks);
    return all;
  };
  return { of, remarks };
}

/** @param remarks are told of the schemes that are left out */
function onePerPlace(plans: ReadonlyMap<string, CredentialPlan>, remarks: string[]): readonly CredentialPlan[] {
  const byPlace = new Map<string, CredentialPlan>();
  for (const plan of plans.values()) {
    const isHeader = plan.in !== "query" && plan.in !== "cookie";
    const name = isHeader ? (plan.name ?? "authorization").toLowerCase() : (plan.name ?? "");
    const place = `${isHeader ? "header" : plan.in} ${name}`;
    const first = byPlace.get(place);
    if (first === undefined) byPlace.set(place, plan);
    else {
      const [left, used] = [plan.scheme, first.scheme].map((scheme) => JSON.stringify(scheme.slice(0, 80)));
      const why = `the description does not say which operation wants which, and both are the ${place}`;
      remarks.push(`auth.schemes: ${left} is not sent beside ${used}: ${why}`);
    }
  }
  return [...byPlace.values()];
}

function chosen(
  alternatives: readonly Fields[],
  plans: ReadonlyMap<string, CredentialPlan>,
): readonly CredentialPlan[] {
  const usable = alternatives.map((one) => Object.keys(one)).filter((names) => names.every((name) => plans.has(name)));
  // `{}` allows a request without credentials.
  const names = usable.find((one) => one.length > 0) ?? [];
  return names.flatMap((name) => plans.get(name) ?? []);
}

/** @returns undefined where nothing is said on security */
export function alternativesOf(operation: Fields, root: Fields): readonly Fields[] | undefined {
  const holder = [operation, root].find(({ security }) => Array.isArray(security));
  return holder && listIn(holder, "security").slice(0, MAX_ALTERNATIVES).filter(isRecord);
}

function planOf(scheme: string, fields: Fields): CredentialPlan | undefined {
  const { type } = fields;
  // A token that does not change, however it was obtained.
  if (type === "oauth2" || type === "openIdConnect") return { scheme, in: "bearer" };
  if (type === "basic") return { scheme, in: "basic" };
  if (type === "http") {
    const way = textIn(fields, "scheme").toLowerCase();
    return way === "basic" || way === "bearer" ? { scheme, in: way } : undefined;
  }
  const [place, name] = [fields["in"], textIn(fields, "name")];
  if (type !== "apiKey" || name === "") return undefined;
  if (place === "query") return { scheme, in: place, name };
  if (place === "header" && HEADER.test(name)) return { scheme, in: place, name };
  return place === "cookie" && COOKIE.test(name) ? { scheme, in: place, name } : undefined;
}

function problemWith(scheme: string, fields: Fields | undefined, declared: readonly string[]): string {
  const shown = JSON.stringify(scheme.slice(0, 80));
  if (fields !== undefined) return `the scheme ${shown} is of a kind that is not supported`;
  const names = declared.slice(0, 10).map((name) => name.slice(0, 80));
  return `the description has no security scheme ${shown}; it has ${names.join(", ") || "none"}`;
}
