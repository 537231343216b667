/** What most commands do: ask once, and print the answer as it came, or for people. */
import { printJson } from "./cli.ts";
import type { Cli } from "./cli.ts";
import type { Ended } from "./command.ts";
import { ask } from "./gateway-client.ts";
import type { Request } from "./gateway-client.ts";

/** @param print for a terminal; what answers nothing (204) gets undefined, and JSON of it is `instead` */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is answered is said where it is asked for
export async function askAndPrint<T>(
  cli: Cli,
  path: string,
  request: Request & { readonly instead?: unknown },
  print: (value: T) => string,
): Promise<Ended> {
  const answered = await ask<T>(cli.gateway, path, request);
  if (!answered.ok) return answered.failure;
  if (cli.wantsJson) printJson(cli, answered.value ?? request.instead ?? null);
  else cli.out(print(answered.value));
  return 0;
}

/** One part of a path, whatever somebody typed. */
export function segment(text: string | undefined): string {
  // "." and ".." would be taken out of the address.
  return /^\.{0,2}$/.test(text ?? "") ? "%20" : encodeURIComponent(text ?? "");
}
