/** Sends one request to the gateway and prints its answer as JSON or as text. */
import { printJson, type Cli } from "./cli.ts";
import type { Ended } from "./command.ts";
import { ask, type RestRequest } from "./gateway-client.ts";

/**
 * @param request `instead` is printed as JSON if the answer has no body (204)
 * @param print formats the answer for a terminal; it gets undefined for an answer without a body
 * @param isGood of an answer that makes the command fail although the gateway answered: exit status 1 if false
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type of the answer
export async function askAndPrint<T>(
  cli: Cli,
  path: string,
  request: RestRequest & { readonly instead?: unknown },
  print: (value: T) => string,
  isGood: (value: T) => boolean = () => true,
): Promise<Ended> {
  const answered = await ask<T>(cli.gateway, path, request);
  if (!answered.ok) return answered.failure;
  if (cli.wantsJson) printJson(cli, answered.value ?? request.instead ?? null);
  else cli.out(print(answered.value));
  return isGood(answered.value) ? 0 : 1;
}

/** Encodes text that a person typed as one segment of a path. */
export function segment(text: string | undefined): string {
  // The URL parser would remove "." and ".." from the path.
  return /^\.{0,2}$/.test(text ?? "") ? "%20" : encodeURIComponent(text ?? "");
}
