/**
 * Which tools of a server are held, as the Directory knows it. Asked when a list is new or has changed; what was answered is kept for a moment,
 * so that an admin's decision is heard of without a question per call.
 */
import { isWithin } from "../../lib/is-within.ts";
import { isRecord } from "../../lib/is-record.ts";
import type { HeldTool, OfferedTool, PinMode } from "../../enforcement/pinned-tools.ts";
import { createRedact } from "../../ledger/redact.ts";
import { findingsOf } from "../../policy/pins/findings.ts";
import type { CheckedTool } from "../../policy/pins/tool-texts.ts";
import { pinHash } from "../../policy/pins/pins.ts";
import type { DirectoryStub } from "../../rpc/directory-stub.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";

/** Maximum age of the decisions that a Gateway keeps, in milliseconds: an admin's decision takes effect within this time. */
const RECHECK_MS = 5_000;
/** Bounds on the tools of one list that are checked; tools beyond them stay held. What is found is sent in one message of at most 32 MiB. */
const MAX_OFFERED = 5_000;
const MAX_OFFERED_CHARS = 12_000_000;

export type HeldTools = ReadonlyMap<string, HeldTool>;

export const NOTHING_HELD: HeldTools = new Map();

interface Listed {
  readonly hash: string;
  readonly tools: readonly ToolDefinition[];
}

interface PinnedServer {
  readonly server: string;
  /** The name under which the Directory knows its definitions. */
  readonly pinnedAs: string;
}

interface Known {
  readonly hash: string;
  readonly held: HeldTools;
  readonly version: number;
  checkedAt: number;
}

const redact = createRedact([]);

export class ToolPins {
  readonly #directory: Pick<DirectoryStub, "pinVersion" | "reviewPins" | "offerPins">;
  readonly #mode: () => PinMode;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<HeldTools>>();

  constructor(directory: Pick<DirectoryStub, "pinVersion" | "reviewPins" | "offerPins">, mode: () => PinMode) {
    this.#directory = directory;
    this.#mode = mode;
  }

  /** @param others names of the tools of other servers, which a definition must give no orders about; its own server may have some of them, too */
  async held(
    of: PinnedServer,
    listed: Listed,
    others: () => Promise<ReadonlySet<string>>,
    now: number,
  ): Promise<HeldTools> {
    if (this.#mode() === "off") return NOTHING_HELD;
    const known = this.#known.get(of.pinnedAs);
    if (known?.hash === listed.hash && isWithin(RECHECK_MS, known.checkedAt, now)) return known.held;
    // Calls at the same moment ask once.
    const key = JSON.stringify([of.pinnedAs, listed.hash]);
    const asking = this.#asking.get(key) ?? this.#ask(of, listed, others, now).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  /** An admin has decided about a tool of the server with this name in the Directory. */
  forget(pinnedAs: string): void {
    this.#known.delete(pinnedAs);
  }

  async #ask(
    { server, pinnedAs }: PinnedServer,
    listed: Listed,
    others: () => Promise<ReadonlySet<string>>,
    now: number,
  ): Promise<HeldTools> {
    const known = this.#known.get(pinnedAs);
    if (known?.hash === listed.hash && known.version === (await this.#directory.pinVersion(pinnedAs))) {
      known.checkedAt = now;
      return known.held;
    }
    const hashed = await Promise.all(
      listed.tools.map(checkedTool).map(async (tool) => ({ tool, hash: await pinHash(tool) })),
    );
    const names = hashed.map(({ tool: { name }, hash }) => ({ name, hash }));
    let reviewed = await this.#directory.reviewPins(pinnedAs, names);
    if (reviewed.unknown.length > 0) {
      // A name that several servers have means, in a text of one of them, its own tool.
      const foreignTools = (await others()).difference(new Set(listed.tools.map(({ name }) => name)));
      const unknown = new Set(reviewed.unknown.slice(0, MAX_OFFERED));
      const context = { server, foreignTools, hasSecret: (text: string): boolean => redact(text) !== text };
      const offered = hashed
        .filter(({ tool }) => unknown.has(tool.name))
        .map(({ tool, hash }): OfferedTool => ({ tool, hash, findings: findingsOf(tool, context) }));
      await this.#directory.offerPins(
        pinnedAs,
        this.#mode(),
        withinChars(offered),
        names.map(({ name }) => name),
      );
      reviewed = await this.#directory.reviewPins(pinnedAs, names);
    }
    const held = new Map(reviewed.held.map((tool) => [tool.name, tool]));
    // A definition that is still unknown was not offered, so no admin has accepted it.
    for (const name of reviewed.unknown) held.set(name, { name, reason: "new" });
    this.#known.set(pinnedAs, { hash: listed.hash, held, version: reviewed.version, checkedAt: now });
    return held;
  }
}

function checkedTool(tool: ToolDefinition): CheckedTool {
  const { name, title, description, inputSchema, outputSchema, annotations, request } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations, request: ownRequest(request) };
}

/** The links between the root types of a GraphQL schema are beside each of its tools; a new one does not change what a tool does. */
function ownRequest(request: unknown): unknown {
  if (!isRecord(request)) return request;
  const { rootLinks: _, ...own } = request;
  return own;
}

function withinChars(offered: readonly OfferedTool[]): readonly OfferedTool[] {
  let chars = 0;
  const end = offered.findIndex((tool) => {
    chars += JSON.stringify(tool).length;
    return chars > MAX_OFFERED_CHARS;
  });
  return end === -1 ? offered : offered.slice(0, end);
}
