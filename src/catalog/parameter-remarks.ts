/**
 * Remarks on required parameters that identify something (`usernameOrAlias`, `AccountSid`, `board_id`): scripts fail without
 * knowing the source of the value, which a signature does not show. A remark is the first sentence of the parameter's description
 * that names another tool of the server, or else the first one that forbids something. Other parameters get no remark.
 */
import { firstSentence, printName } from "../../sdk-gen/index.ts";
import type { SdkTool } from "../../sdk-gen/sdk.ts";
import type { ServerCatalog } from "./catalog.ts";

/** Names of parameters whose values a script has to look up. */
const IDENTIFIES = /(?:^|[a-z_-])(?:ids?|sids?|uuid|guid|keys?|alias|slug|token|handle|urn|arn)$/iu;
const FORBIDS = /\b(?:never|must not|do not|don't)\b/iu;
const MAX_REMARK = 90;
const MAX_REMARKS = 2;

export function remarkOnParameters({ sdk }: ServerCatalog): (tool: SdkTool) => string {
  return (tool) =>
    tool.parameters
      .filter(({ name, required, description }) => required && description !== "" && IDENTIFIES.test(name))
      .flatMap(({ name, description }) => {
        const remark = tellingSentence(description, namesOf(sdk.tools, tool));
        return remark === "" ? [] : [`${printName(name)}: ${remark}`];
      })
      .slice(0, MAX_REMARKS)
      .join("; ");
}

const names = new WeakMap<readonly SdkTool[], ReadonlySet<string>>();

function namesOf(tools: readonly SdkTool[], except: SdkTool): (word: string) => boolean {
  const all = names.get(tools) ?? new Set(tools.map(({ name }) => name));
  names.set(tools, all);
  return (word) => word !== except.name && all.has(word);
}

function tellingSentence(description: string, isTool: (word: string) => boolean): string {
  const sentences = description.slice(0, 2_000).split(/(?<=[.!?])\s+|\n|\s-\s/u);
  const naming = sentences.find((sentence) => (sentence.match(/[\w-]{4,}/gu) ?? []).some(isTool));
  const forbidding = sentences.find((sentence) => FORBIDS.test(sentence));
  return firstSentence(naming ?? forbidding ?? "", MAX_REMARK);
}
