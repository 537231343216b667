/**
 * The official conformance suite on the gateway's own two tools. What they cannot pass is listed, check by check and with its
 * reason, in test/conformance; anything else that fails, or passes although it is listed, fails the run.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { runTool } from "../support/command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const { url } = inject("stack");

it.each(["2026-07-28", "2025-11-25"])("revision %s", async (revision) => {
  const results = await temporaryDirectory();
  const baseline = join(root, `test/conformance/own.${revision}.yml`);
  const args = ["server", "--url", url, "--requirements", revision, "--expected-failures", baseline];
  const { status, printed } = await runTool("conformance", [...args, "--output-dir", results]);
  await rm(results, { recursive: true, force: true });
  expect(status, printed.slice(printed.indexOf("=== SUMMARY ==="))).toBe(0);
});
