/**
 * The official conformance suite through the gateway: its tools, prompts and resources are those of an upstream that is exposed directly under
 * its own names. What cannot pass is listed, check by check and with its reason, in test/conformance; anything else that fails, or passes
 * although it is listed, fails the run.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { startConformanceUpstream } from "../fixtures/upstreams/conformance-upstream.ts";
import type { RunningServer } from "../fixtures/upstreams/node-server.ts";
import { runTool } from "../support/command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

const PATIENCE_MS = 30_000;
/** How long a gateway keeps a call that asks for input: long enough for the suite's answer on a busy machine. */
const ANSWERED_MS = 2_000;
/** For an upstream of 2025 behind clients of 2026-07-28, whose questions nobody can answer in time. */
const UNANSWERED_MS = 100;

/** The list of the revision, and what is added to it for an upstream of the era. */
async function expectedFailures(era: "modern" | "legacy", revision: string): Promise<string> {
  const read = (name: string): Promise<string> => readFile(join(root, `test/conformance/${name}.yml`), "utf8");
  const expected = await read(`passed.${revision}`);
  if (revision !== "2026-07-28") return expected;
  const added = await read(`passed.${revision}.${era}`);
  return `${expected}${added.replaceAll(/^- /gm, "  - ")}`;
}

describe.each([
  { era: "modern", revisions: ["2026-07-28", "2025-11-25"], waitMs: ANSWERED_MS },
  { era: "legacy", revisions: ["2026-07-28"], waitMs: UNANSWERED_MS },
  { era: "legacy", revisions: ["2025-11-25"], waitMs: ANSWERED_MS },
] as const)("with an upstream of the $era era", ({ era, revisions, waitMs }) => {
  let upstream: RunningServer;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startConformanceUpstream(era);
    const everything = {
      url: `${upstream.origin}/mcp`,
      expose: "direct",
      direct_names: "own",
      asks_client: ["sampling", "roots"],
    };
    const vars = { ISOGATE_OPEN: "local" };
    const policy = { version: "1", default: "allow", approvals: { wait_ms: waitMs } };
    gateway = await openGateway({ bundle: inject("bundle"), mcpServers: { everything }, vars, settings: { policy } });
    // An upstream that takes long to list its tools the first time is not waited for.
    const client = await CLIENTS["v2 client, 2026-07-28"](gateway.url);
    await vi.waitFor(async () => {
      if (!(await client.toolNames()).includes("test_simple_text")) throw new Error("The upstream is not listed.");
    }, PATIENCE_MS);
    await client.close();
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it.each(revisions)("revision %s", { timeout: 120_000 }, async (revision) => {
    const results = await temporaryDirectory();
    const baseline = join(results, "expected.yml");
    await writeFile(baseline, await expectedFailures(era, revision));
    const args = ["server", "--url", gateway.url, "--requirements", revision, "--expected-failures", baseline];
    const { status, printed } = await runTool("conformance", [...args, "--output-dir", join(results, "checks")]);
    await rm(results, { recursive: true, force: true });
    expect(status, printed.slice(printed.indexOf("=== SUMMARY ==="))).toBe(0);
  });
});
