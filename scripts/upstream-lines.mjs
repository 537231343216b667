// Formats the upstreams for `npm start`: a line for each, with the fix for those that do not work. Pure.

/**
 * @param {{ upstreams: { name: string, status: string, tools: number, reason?: string, fix?: string, notes?: string[],
 *   credential: { state: string } }[], problems?: string[] }} answer of GET /api/v1/upstreams
 * @param {number} width of the names
 * @returns {string[]}
 */
export function upstreamLines({ upstreams, problems = [] }, width = nameWidth(upstreams)) {
  const lines = upstreams.flatMap((one) => {
    const { name, notes = [] } = one;
    const own = notes.map((note) => `${" ".repeat(width)} (${withoutPath(note, name)})`);
    return [`${name.padEnd(width)} ${stateOf(one)}`, ...own];
  });
  const all = [...lines, ...problems.map((problem) => `gateway.json: ${problem.replace(/^gateway\.json: /, "")}`)];
  // The lines contain text from upstreams.
  return all.map((line) => line.replaceAll(/[\p{Cc}\p{Cf}]/gu, " "));
}

/** @returns {number} length of the longest name */
export function nameWidth(upstreams) {
  return Math.max(0, ...upstreams.map(({ name }) => name.length));
}

function stateOf({ name, status, tools, reason = "", fix, credential }) {
  if (status === "ready") return `ready ${tools} ${tools === 1 ? "tool" : "tools"}`;
  if (status === "disabled") return "is switched off in gateway.json";
  if (status === "connecting") return `has not answered yet${reason === "" ? "" : `: ${reason}`}`;
  if (credential.state === "sign_in_required") return `needs you to sign in: npx isogate upstreams connect ${name}`;
  return withoutPath([reason, fix].filter((text) => text !== undefined).join(" "), name);
}

/** Removes the upstream's path from a problem, because the line begins with the name. */
function withoutPath(text, name) {
  for (const start of [`mcpServers.${name}: `, `mcpServers.${name} `, `${name} `]) {
    if (text.startsWith(start)) return text.slice(start.length);
  }
  return text;
}
