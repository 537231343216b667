/** A hint for a script that calls a function which an object of the gateway does not have: `store.set("x", 1)`. Pure. */
import { boundNames } from "../../worker-loader/index.ts";
import { simple } from "acorn-walk";
import type { Node, Program } from "acorn";

/** Functions of the gateway's own objects (src/runs/services/guest, dialects/ncp/guest). `tools` names its own. */
export const MEMBERS_OF_GLOBALS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    store: "get put delete keys",
    files: "write read list delete",
    store_files: "write read list delete",
    results: "read",
    runs: "list get",
    schedule: "create update validate list get executions pause resume trigger remove delete retrieve",
  }).map(([name, members]) => [name, members.split(" ")]),
);

/** Words for the same deed, in other libraries. */
const SAME_DEED = [
  "get read fetch load find retrieve open",
  "set put write save add create insert store append new",
  "delete remove del unlink rm destroy drop cancel",
  "list keys ls readdir all entries",
  "update edit change patch modify",
  "trigger run start execute",
].map((words) => words.split(" "));

const NO_MEMBER = /^TypeError: ([\w$]{1,100})\.([\w$]{1,100}) is not a function$/;

/** @returns undefined for an object that the script itself has declared */
export function hintAtServiceMember(message: string, program: Program): string | undefined {
  const [, object = "", wanted = ""] = NO_MEMBER.exec(message) ?? [];
  const members = MEMBERS_OF_GLOBALS.get(object);
  if (members === undefined || isDeclared(object, program)) return undefined;
  // `readFile`, `read_file`
  const [verb = wanted] = /^[a-z]{1,100}/.exec(wanted) ?? [];
  const words = SAME_DEED.find((some) => some.includes(verb)) ?? [];
  const meant = members.find((member) => words.includes(member));
  const advice = meant === undefined ? "" : ` Did you mean ${object}.${meant}(…)?`;
  return `${object} has only ${members.join(", ")}.${advice}`;
}

function isDeclared(name: string, program: Program): boolean {
  let isFound = false;
  const declare = (node: Node | null | undefined): void =>
    void (isFound ||= node != null && boundNames(node).includes(name));
  simple(program, {
    VariableDeclarator: ({ id }) => declare(id),
    Function: ({ id, params }) => [id, ...params].forEach(declare),
    Class: ({ id }) => declare(id),
    CatchClause: ({ param }) => declare(param),
    ImportDeclaration: ({ specifiers }) => specifiers.forEach(({ local }) => declare(local)),
  });
  return isFound;
}
