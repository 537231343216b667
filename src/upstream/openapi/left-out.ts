/** Says of the operations that a list is without, because a part of them cannot be resolved, why that is and what to do. Pure. */
import type { LeftOut } from "../../../sdk-gen/index.ts";
import { quote } from "../../lib/shorten.ts";

const MAX_SHOWN_CHARS = 80;

/** @returns at most one sentence for references out of the description, and one for those into it */
export function leftOutRemarks(leftOut: readonly LeftOut[]): readonly string[] {
  const isOutside = ({ ref }: LeftOut): boolean => !ref.startsWith("#");
  const outside = "leads outside the description; bundle it into one file first";
  return [
    ...remark(leftOut.filter(isOutside), outside),
    ...remark(
      leftOut.filter((one) => !isOutside(one)),
      "leads nowhere",
    ),
  ];
}

function remark(leftOut: readonly LeftOut[], problem: string): readonly string[] {
  const [first] = leftOut;
  if (first === undefined) return [];
  const paths = leftOut.filter(({ name }) => name === undefined).length;
  return [`${areLeftOut(leftOut.length - paths, paths)}: a $ref ${quote(first.ref, MAX_SHOWN_CHARS)} ${problem}`];
}

/** @param address of the server, as the description has it; absent where it has none */
export function unplacedRemark(operations: number, entry: string, address: string | undefined): string {
  const [their, them] = operations === 1 ? ["its", "it"] : ["their", "them"];
  const problem =
    address === undefined
      ? `no server is named for ${them}`
      : `${their} server ${quote(address, 200)} is no complete address`;
  return `${areLeftOut(operations, 0)}: ${problem}; set mcpServers.${entry}.base_url, or give ${them} an entry with a base_url`;
}

function areLeftOut(operations: number, paths: number): string {
  const counted = [
    ...(operations > 0 ? [`${operations} operation${operations === 1 ? "" : "s"}`] : []),
    ...(paths > 0 ? [`${paths} path${paths === 1 ? "" : "s"}`] : []),
  ];
  return `${counted.join(" and ")} ${operations + paths === 1 ? "is" : "are"} left out`;
}
