/**
 * Prompts, resources and completion of servers that are exposed directly. Every request is a run of calls such as `$prompts.get`, so that
 * policy, credentials, limits and the ledger treat it like a script's.
 *
 * A prompt is named as a direct tool is. A resource has the URI that its server gave it; of two servers with the same URI, the first of
 * the catalog has it.
 */
import { ResourceNotFoundError, isInputRequiredResult } from "@modelcontextprotocol/server";
import type {
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { publicNames } from "../catalog/direct-names.ts";
import type { PassedServer, UnlistedServer } from "../catalog/passed-servers.ts";
import type { Result } from "../lib/result.ts";
import { quote } from "../lib/shorten.ts";
import type { Executed } from "../runs/execute-context.ts";
import type { SingleCall } from "../runs/single-call.ts";
import { passedLists, problemIn, type Fields, type ListFeature, type ServerList } from "./passed-lists.ts";
import { RefusedFeature, valueOf } from "./refused-feature.ts";

export interface PassedFeatures {
  prompts(): Promise<readonly Prompt[]>;
  /** @returns undefined where no server has the prompt */
  prompt(
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<GetPromptResult | InputRequiredResult | undefined>;
  resources(): Promise<readonly Resource[]>;
  templates(): Promise<readonly ResourceTemplateType[]>;
  /** @returns undefined where no server has the resource */
  resource(uri: string): Promise<ReadResourceResult | InputRequiredResult | undefined>;
  /**
   * Reads resources in one run, for a client that wants to hear of changes of them: what applies to reading applies to that, too.
   * @returns those that could be read, with their servers; for the others a reason
   */
  watchable(uris: readonly string[]): Promise<ReadonlyMap<string, Result<string, string>>>;
  /** @returns undefined where no server has the prompt or the template */
  complete(params: CompleteRequest["params"]): Promise<CompleteResult["completion"] | undefined>;
}

interface PassedRuns {
  readonly run: (call: SingleCall) => Promise<Executed>;
  /** As `run`, and asks the client's user about what the run waits for. */
  readonly ask: (call: SingleCall) => Promise<Executed | InputRequiredResult>;
}

/** @param unlisted servers that may have prompts and resources, too: what may be theirs goes to no other one */
export function passedFeatures(
  servers: readonly PassedServer[],
  unlisted: readonly UnlistedServer[],
  { run, ask }: PassedRuns,
): PassedFeatures {
  const call = async (server: PassedServer, feature: string, args: Fields): Promise<Fields | InputRequiredResult> => {
    const code = `await ${server.identifier}[${JSON.stringify(feature)}](input)`;
    const done = await ask({ code, input: args });
    return isInputRequiredResult(done) ? done : (valueOf(done) as Fields);
  };

  const lists = passedLists(servers, unlisted, run);
  const listOf = async (feature: ListFeature): Promise<readonly Entry[]> => entriesOf(await lists.of(feature));

  const named = async (): Promise<ReadonlyMap<string, Entry>> => {
    const entries = await listOf("$prompts.list");
    const names = publicNames(entries.map(([server, prompt]) => server.promptNaming(String(prompt["name"]))));
    const prompts = new Map<string, Entry>();
    for (const [index, entry] of entries.entries()) {
      const name = names[index] ?? "";
      if (!prompts.has(name)) prompts.set(name, entry);
    }
    return prompts;
  };

  const promptOf = async (name: string): Promise<readonly [PassedServer, string] | undefined> => {
    const [only, ...others] = servers.filter((server) => server.has("$prompts.get"));
    // A server whose prompts have prefixes wants no name without one.
    const rival = unlisted.find(({ keepsNames }) => keepsNames)?.reason;
    const isAlone = others.length === 0 && rival === undefined;
    if (isAlone && only?.promptNaming(name).wanted === name) return [only, name];
    const [server, prompt] = (await named()).get(name) ?? [];
    const own = String(prompt?.["name"]);
    // Another server may want a name that has no prefix, too.
    if (server?.promptNaming(own).prefixed === name) return [server, own];
    const problem = problemIn(await lists.of("$prompts.list")) ?? rival;
    if (problem !== undefined)
      throw new RefusedFeature("UPSTREAM_ERROR", `The server of ${quote(name, 300)} cannot be determined: ${problem}`);
    return server && [server, own];
  };

  /** @throws RefusedFeature where the owner is not known */
  const ownerOf = async (uri: string, isTemplate: boolean): Promise<PassedServer | undefined> => {
    const owner = await lists.ownerOf(uri, isTemplate);
    if (!owner.ok) throw new RefusedFeature("UPSTREAM_ERROR", owner.error);
    return owner.value;
  };

  return {
    async prompts() {
      return [...(await named())].map(([name, [, prompt]]) => ({ ...prompt, name }));
    },
    async prompt(name, args) {
      const [server, own] = (await promptOf(name)) ?? [];
      if (server === undefined || own === undefined) return undefined;
      const input = { name: own, ...(Object.keys(args).length > 0 && { arguments: args }) };
      return (await call(server, "$prompts.get", input)) as unknown as GetPromptResult;
    },
    async resources() {
      return firstOf(await listOf("$resources.list"), "uri") as unknown as readonly Resource[];
    },
    async templates() {
      return firstOf(await listOf("$resources.templates"), "uriTemplate") as unknown as readonly ResourceTemplateType[];
    },
    async resource(uri) {
      const server = await ownerOf(uri, false);
      if (server === undefined) return undefined;
      try {
        return (await call(server, "$resources.read", { uri })) as unknown as ReadResourceResult;
      } catch (error) {
        // Servers refuse an unknown URI with errors of several codes.
        if (error instanceof RefusedFeature && error.failure === "TOOL_ERROR") {
          throw new ResourceNotFoundError(uri, error.message);
        }
        throw error;
      }
    },
    async watchable(uris) {
      const owned = await Promise.all(uris.map(async (uri) => [uri, await lists.ownerOf(uri, false)] as const));
      const read = owned.flatMap(([uri, owner]) =>
        owner.ok && owner.value !== undefined ? [{ uri, server: owner.value }] : [],
      );
      const found = new Map<string, Result<string, string>>(
        owned.map(([uri, owner]) => [
          uri,
          { ok: false, error: owner.ok ? "no server has this resource" : owner.error },
        ]),
      );
      if (read.length === 0) return found;
      const input = read.map(({ uri }) => uri);
      const tried = await run({ code: readingCode(read.map(({ server }) => server)), input });
      const failures = valueOf(tried) as readonly (string | null)[];
      for (const [at, { uri, server }] of read.entries()) {
        const error = failures[at] ?? null;
        found.set(uri, error === null ? { ok: true, value: server.name } : { ok: false, error });
      }
      return found;
    },
    async complete({ ref, argument, context }) {
      const given = {
        argument: argument.name,
        value: argument.value,
        ...(context?.arguments && { arguments: context.arguments }),
      };
      if (ref.type === "ref/prompt") {
        const [server, name] = (await promptOf(ref.name)) ?? [];
        if (server === undefined || name === undefined) return undefined;
        return completionOf(server, "$prompts.complete", { name, ...given });
      }
      const server = await ownerOf(ref.uri, true);
      return server && completionOf(server, "$resources.complete", { uriTemplate: ref.uri, ...given });
    },
  };

  async function completionOf(server: PassedServer, feature: string, args: Fields) {
    // One without completion has nothing to suggest.
    if (!server.has(feature)) return { values: [] };
    return (await call(server, feature, args)) as unknown as CompleteResult["completion"];
  }
}

/** A script: reads a resource of each server, and returns for each `null` or why it cannot be read. */
function readingCode(servers: readonly PassedServer[]): string {
  const reads = servers.map(({ identifier }, at) => `() => ${identifier}["$resources.read"]({ uri: input[${at}] })`);
  return `// $resources.read before a client subscribes to changes
const problem = (read) => read().then(() => null, (error) => String(error.message).slice(0, 500));
await Promise.all([${reads.join(", ")}].map(problem))`;
}

type Entry = readonly [PassedServer, Fields];

function entriesOf(lists: readonly ServerList[]): readonly Entry[] {
  return lists.flatMap(({ server, entries }) => entries.map((entry) => [server, entry] as const));
}

function firstOf(entries: readonly Entry[], key: string): readonly Fields[] {
  const byKey = new Map<unknown, Fields>();
  for (const [, entry] of entries) if (!byKey.has(entry[key])) byKey.set(entry[key], entry);
  return [...byKey.values()];
}
