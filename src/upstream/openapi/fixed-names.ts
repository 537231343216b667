/**
 * Parameter names whose values gateway.json, a credential or the path template fixes. An argument that would send such a name is refused: a script
 * must not replace the fixed value, and a policy must not decide on a value that is not sent.
 */
import type { OperationRequest } from "../../../sdk-gen/index.ts";
import { quote } from "../../lib/shorten.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import type { Pair } from "./parameter-styles.ts";
import { mayBeSameName } from "./same-name.ts";

export interface FixedNames {
  readonly query: readonly string[];
  /** In lower case. */
  readonly header: readonly string[];
  readonly cookie: readonly string[];
}

/** @param query @param headers that are sent beside those of the arguments */
export function fixedNames(
  { path, credentials = [] }: OperationRequest,
  query: URLSearchParams,
  headers: Headers,
): FixedNames {
  const ofCredentials = (place: string): readonly string[] =>
    credentials.flatMap((one) => (one.in === place && one.name !== undefined ? [one.name] : []));
  return {
    query: [...query.keys(), ...namesInPath(path), ...ofCredentials("query")],
    header: [...headers.keys(), ...ofCredentials("header").map((name) => name.toLowerCase())],
    cookie: [...cookieNames(headers.get("cookie") ?? ""), ...ofCredentials("cookie")],
  };
}

/** @param path a template, whose query may have names that only the arguments say */
function namesInPath(path: string): readonly string[] {
  const at = path.indexOf("?");
  const names = at === -1 ? [] : [...new URLSearchParams(path.slice(at + 1)).keys()];
  return names.filter((name) => !name.includes("{"));
}

function cookieNames(cookies: string): readonly string[] {
  const names = cookies.split(";").map((cookie) => cookie.split("=", 1)[0]?.trim() ?? "");
  return names.filter((name) => name !== "");
}

/**
 * @param pairs that the argument writes; the properties of an object are parameters of any name
 * @param fixed names in the same place
 * @throws UnusableArgument
 */
export function refuseFixedNames(argument: string, pairs: readonly Pair[], fixed: readonly string[]): void {
  if (fixed.length === 0) return;
  const names = new Set(pairs.map(([name]) => decodeURIComponent(name)));
  const taken = [...names].find((name) => fixed.some((one) => mayBeSameName(one, name)));
  if (taken === undefined) return;
  // The fixed name is not said: in base_url it may be a part of a Worker secret.
  const why = `must not be sent as ${quote(taken, 80)}, because servers may read that as a parameter that gateway.json or the path fixes`;
  throw new UnusableArgument(argument, why);
}
