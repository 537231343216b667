/** Says of the operations that a list is without, because a part of them cannot be resolved or sent, why that is and what to do. */
import type { LeftOut } from "../../../sdk-gen/index.ts";
import { quote } from "../../lib/shorten.ts";

const MAX_SHOWN_CHARS = 80;

type Lost = Extract<LeftOut, { ref: string }>;

/** @returns at most one sentence for references out of the description, one for those into it, and one for each thing that cannot be sent */
export function leftOutRemarks(leftOut: readonly LeftOut[]): readonly string[] {
  const lost = leftOut.filter((one) => "ref" in one);
  const isOutside = ({ ref }: Lost): boolean => !ref.startsWith("#");
  const outside = "leads outside the description; bundle it into one file first";
  return [
    ...remark(lost.filter(isOutside), outside),
    ...remark(
      lost.filter((one) => !isOutside(one)),
      "leads nowhere",
    ),
    ...unsentRemarks(leftOut),
  ];
}

function unsentRemarks(leftOut: readonly LeftOut[]): readonly string[] {
  const operations = new Map<string, number>();
  for (const one of leftOut) if ("unsent" in one) operations.set(one.unsent, (operations.get(one.unsent) ?? 0) + 1);
  return [...operations].map(([unsent, count]) => {
    const require = count === 1 ? "it requires" : "they require";
    return `${areLeftOut(count, 0)}: ${require} ${unsent}, which cannot be sent`;
  });
}

function remark(leftOut: readonly Lost[], problem: string): readonly string[] {
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
      ? `the description names no server for ${them}`
      : `${their} server ${quote(address, 200)} is not a complete address`;
  return `${areLeftOut(operations, 0)}: ${problem}; set mcpServers.${entry}.base_url, or give ${them} an entry with a base_url`;
}

function areLeftOut(operations: number, paths: number): string {
  const counted = [
    ...(operations > 0 ? [`${operations} operation${operations === 1 ? "" : "s"}`] : []),
    ...(paths > 0 ? [`${paths} path${paths === 1 ? "" : "s"}`] : []),
  ];
  return `${counted.join(" and ")} ${operations + paths === 1 ? "is" : "are"} left out`;
}
