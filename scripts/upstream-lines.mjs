// Formats the upstreams for `npm start`: a line for each, with the fix for those that do not work.

/** Remarks on a list, such as patterns of `tools` that match nothing, that are printed of each upstream. */
const MAX_REMARKS = 5;

/**
 * @param {{ upstreams: { name: string, status: string, tools: number, held?: number, reason?: string, fix?: string, notes?: string[], unreadable?: string[],
 *   credential: { state: string } }[], problems?: string[] }} answer of GET /api/v1/upstreams
 * @param {number} width of the names
 * @returns {string[]}
 */
export function upstreamLines({ upstreams, problems = [] }, width = nameWidth(upstreams)) {
  const lines = upstreams.flatMap((one) => {
    const { name, notes = [], unreadable = [] } = one;
    const remarks = unreadable.slice(0, MAX_REMARKS).map((text) => `its tool list: ${text}.`);
    if (unreadable.length > MAX_REMARKS)
      remarks.push(`its tool list: ${unreadable.length - MAX_REMARKS} more; see npx isogate doctor.`);
    const own = [...notes, ...remarks].map((note) => `${" ".repeat(width)} (${withoutPath(note, name)})`);
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

function stateOf({ name, status, tools, held = 0, reason = "", fix, credential }) {
  const waiting = held === 0 ? "" : `, ${held} of them held: npx isogate pins list`;
  if (status === "ready") return `ready ${tools} ${tools === 1 ? "tool" : "tools"}${waiting}`;
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
