/**
 * Prompts, resources and completion of servers that are exposed directly. Every request is a run of calls such as `$prompts.get`, so that
 * policy, credentials, limits and the ledger treat it like a script's.
 *
 * A prompt is named as a direct tool is. A resource has the URI that its server gave it; of two servers with the same URI, the first of
 * the catalog has it.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  isInputRequiredResult,
  isSpecType,
} from "@modelcontextprotocol/server";
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
import type { PassedServer } from "../catalog/passed-servers.ts";
import type { Result } from "../lib/result.ts";
import type { Executed } from "../runs/execute-context.ts";
import type { SingleCall } from "../runs/single-call.ts";
import { matchesTemplate } from "./uri-template.ts";

type Fields = Readonly<Record<string, unknown>>;

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

/** The type of the entries of each list. Clients refuse a whole list for one entry of another form, so such an entry is left out. */
const ENTRIES = {
  "$prompts.list": "Prompt",
  "$resources.list": "Resource",
  "$resources.templates": "ResourceTemplate",
} as const;
type ListFeature = keyof typeof ENTRIES;

/** JSON of a list of all servers together; each has an equal part of it. */
const MAX_LISTED_CHARS = 3_000_000;

export interface PassedRuns {
  readonly run: (call: SingleCall) => Promise<Executed>;
  /** As `run`, and asks the client's user about what the run waits for. */
  readonly ask: (call: SingleCall) => Promise<Executed | InputRequiredResult>;
}

export function passedFeatures(servers: readonly PassedServer[], { run, ask }: PassedRuns): PassedFeatures {
  const call = async (server: PassedServer, feature: string, args: Fields): Promise<Fields | InputRequiredResult> => {
    const code = `await ${server.identifier}[${JSON.stringify(feature)}](input)`;
    const done = await ask({ code, input: args });
    return isInputRequiredResult(done) ? done : (valueOf(done) as Fields);
  };

  type Listed = readonly (readonly [PassedServer, Fields])[];
  const listed = new Map<ListFeature, Promise<Listed>>();
  /** @returns the entries of each server that has the list; none for one that fails */
  const listOf = (feature: ListFeature): Promise<Listed> => {
    const list = listed.get(feature) ?? listNow(feature);
    listed.set(feature, list);
    return list;
  };
  const listNow = async (feature: ListFeature): Promise<Listed> => {
    const isReadable = (entry: Fields): boolean => isSpecType[ENTRIES[feature]](entry);
    const listing = servers.filter((server) => server.has(feature));
    if (listing.length === 0) return [];
    const names = listing.map(({ identifier }) => `() => ${identifier}[${JSON.stringify(feature)}]()`);
    const input = { chars: Math.floor(MAX_LISTED_CHARS / listing.length) };
    const lists = valueOf(await run({ code: listingCode(feature, names), input })) as readonly (readonly Fields[])[];
    return lists.flatMap((list, at) => {
      const server = listing[at];
      return server === undefined ? [] : list.filter(isReadable).map((entry) => [server, entry] as const);
    });
  };

  const named = async (): Promise<ReadonlyMap<string, readonly [PassedServer, Fields]>> => {
    const entries = await listOf("$prompts.list");
    const names = publicNames(entries.map(([server, prompt]) => server.promptNaming(String(prompt["name"]))));
    const prompts = new Map<string, readonly [PassedServer, Fields]>();
    for (const [index, entry] of entries.entries()) {
      const name = names[index] ?? "";
      if (!prompts.has(name)) prompts.set(name, entry);
    }
    return prompts;
  };

  const promptOf = async (name: string): Promise<readonly [PassedServer, string] | undefined> => {
    const [only, ...others] = servers.filter((server) => server.has("$prompts.get"));
    if (only?.promptNaming(name).wanted === name && others.length === 0) return [only, name];
    const [server, prompt] = (await named()).get(name) ?? [];
    return server && prompt && [server, String(prompt["name"])];
  };

  const ownerOf = async (uri: string, isTemplate: boolean): Promise<PassedServer | undefined> => {
    const having = servers.filter((server) => server.has("$resources.read"));
    if (having.length < 2) return having[0];
    if (!isTemplate) {
      const [owner] = (await listOf("$resources.list")).find(([, resource]) => resource["uri"] === uri) ?? [];
      if (owner) return owner;
    }
    const matching = (await listOf("$resources.templates")).find(([, { uriTemplate }]) =>
      isTemplate ? uriTemplate === uri : matchesTemplate(String(uriTemplate), uri),
    );
    return matching?.[0];
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
      const owned = await Promise.all(uris.map(async (uri) => [uri, await ownerOf(uri, false)] as const));
      const read = owned.flatMap(([uri, server]) => (server === undefined ? [] : [{ uri, server }]));
      const found = new Map<string, Result<string, string>>(
        uris.map((uri) => [uri, { ok: false, error: "no server has this resource" }]),
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

/** A script: the lists of the servers that answer within MAX_FEATURE_LIST_MS, each as long as its part allows. Its first line is the title of its run. */
function listingCode(feature: string, lists: readonly string[]): string {
  return `// ${feature} of servers that are exposed directly, for a client
const answered = (list) => list().catch(() => []);
const bounded = (list) => {
  let chars = 0;
  const end = list.findIndex((entry) => (chars += JSON.stringify(entry).length) > input.chars);
  return end < 0 ? list : list.slice(0, end);
};
(await Promise.all([${lists.join(", ")}].map(answered))).map(bounded)`;
}

/** A script: reads a resource of each server, and returns for each `null` or why it cannot be read. */
function readingCode(servers: readonly PassedServer[]): string {
  const reads = servers.map(({ identifier }, at) => `() => ${identifier}["$resources.read"]({ uri: input[${at}] })`);
  return `// $resources.read before a client subscribes to changes
const problem = (read) => read().then(() => null, (error) => String(error.message).slice(0, 500));
await Promise.all([${reads.join(", ")}].map(problem))`;
}

/** The run of a request failed. */
class RefusedFeature extends ProtocolError {
  readonly failure: string;

  constructor(failure: string, message: string, run: string) {
    super(ProtocolErrorCode.InvalidParams, `${failure}: ${message}`, { code: failure, run });
    this.failure = failure;
  }
}

function valueOf({ run, outcome, wait }: Executed): unknown {
  if (wait !== undefined) throw new RefusedFeature("APPROVAL_REQUIRED", `A person decides at ${wait.url}.`, run);
  if (!outcome.ok) throw new RefusedFeature(outcome.error.code, outcome.error.message, run);
  return outcome.value === undefined ? undefined : (JSON.parse(outcome.value) as unknown);
}

function firstOf(entries: readonly (readonly [PassedServer, Fields])[], key: string): readonly Fields[] {
  const byKey = new Map<unknown, Fields>();
  for (const [, entry] of entries) if (!byKey.has(entry[key])) byKey.set(entry[key], entry);
  return [...byKey.values()];
}
