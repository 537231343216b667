/** Reads the examples of docs/upstreams.md: entries of gateway.json, and scripts that use them. */
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../../docs/upstreams.md", import.meta.url), "utf8");

function blocks(language: string): readonly string[] {
  return text
    .split("```")
    .filter((_, at) => at % 2 === 1)
    .flatMap((block) => (block.startsWith(`${language}\n`) ? [block.slice(language.length + 1).trim()] : []));
}

/** Each ends with a comment that says its value. */
export const DOCUMENTED_SCRIPTS = blocks("js");
export const DOCUMENTED_CONFIGS = blocks("json");

/** @param origins by the hosts that the page uses */
export function documentedServers(origins: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  let joined: Readonly<Record<string, unknown>> = {};
  for (const config of DOCUMENTED_CONFIGS) {
    let placed = config;
    for (const [host, origin] of Object.entries(origins)) placed = placed.replaceAll(`https://${host}`, origin);
    joined = { ...joined, ...(JSON.parse(placed) as { mcpServers: Readonly<Record<string, unknown>> }).mcpServers };
  }
  return joined;
}

/** The rows of the table of what passes through: feature, then "yes" or "no" by era. */
export const DOCUMENTED_FEATURES = text
  .split("\n")
  .filter((line) => /\| (?:yes|no) +\| (?:yes|no) +\|/.test(line))
  .map((line) => {
    const [, feature = "", modern = "", legacy = ""] = line.split("|").map((cell) => cell.trim());
    return { feature, modern: modern === "yes", legacy: legacy === "yes" };
  });
