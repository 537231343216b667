/** Says of the operations that a list is without, because a part of them cannot be resolved or sent, why that is and what to do. */
import type { LeftOut } from "../../../sdk-gen/index.ts";
import { counted } from "../../lib/counted.ts";
import { quote } from "../../lib/shorten.ts";

const MAX_SHOWN_CHARS = 80;

/** @returns at most one sentence for references out of the description, one for those into it, and one for each thing that cannot be sent */
export function leftOutRemarks(leftOut: readonly LeftOut[]): readonly string[] {
  return [...Map.groupBy(leftOut, problemOf)].map(([problem, [first, ...others]]) => {
    const paths = [first, ...others].filter((one) => one?.name === undefined).length;
    const example = first && "ref" in first ? `a $ref ${quote(first.ref, MAX_SHOWN_CHARS)} ` : "";
    return `left out: ${numberOf(others.length + 1 - paths, paths)}, because ${example}${problem}`;
  });
}

function problemOf(one: LeftOut): string {
  if ("unsent" in one) return `${one.unsent} is required and cannot be sent`;
  return one.ref.startsWith("#") ? "leads nowhere" : "leads outside the description; bundle it into one file first";
}

function numberOf(operations: number, paths: number): string {
  if (paths === 0) return counted(operations, "operation");
  return operations === 0
    ? counted(paths, "path")
    : `${counted(operations, "operation")} and ${counted(paths, "path")}`;
}

/** @param address of the server, as the description has it; absent where it has none */
export function unplacedRemark(operations: number, entry: string, address: string | undefined): string {
  const problem =
    address === undefined
      ? "the description names no server"
      : `the server ${quote(address, 200)} is not a complete address`;
  return `left out: ${counted(operations, "operation")}, because ${problem}; set mcpServers.${entry}.base_url, or add an entry with a base_url`;
}
