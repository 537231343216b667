// Reads failed builds from the log of `wrangler dev`, which stays alive after one, answers nothing, and builds again when a file changes.

const HEADER = /^✘ \[ERROR\] Build failed with \d+ errors?:$/;
const ERROR = /^\s+✘ \[ERROR\] (.*)$/;
const PLACE = /^\s+(\S.*):(\d+):(\d+):$/;
const UNRESOLVED_PACKAGE = /^Could not resolve "((?:@[\w.-]+\/)?[A-Za-z0-9][\w.-]*)/;
const MAX_ERRORS = 5;

/** @param {string} log @returns {string[]} for each failed build what is wrong, one line for an error */
export function buildFailures(log) {
  const lines = log.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
  return lines.flatMap((line, index) => (HEADER.test(line) ? [describe(blockAfter(lines, index))] : []));
}

/** The lines of a failure are indented. */
function blockAfter(lines, header) {
  const rest = lines.slice(header + 1);
  const end = rest.findIndex((line) => /^\S/.test(line));
  return end === -1 ? rest : rest.slice(0, end);
}

function describe(block) {
  const errors = block.flatMap((line, index) => {
    const [, message] = ERROR.exec(line) ?? [];
    if (message === undefined) return [];
    const [, file, row, column] = PLACE.exec(block.slice(index + 1).find((next) => next.trim() !== "") ?? "") ?? [];
    // esbuild counts columns from 0.
    const place = file === undefined ? "" : `${file} line ${row} column ${Number(column) + 1}: `;
    const [, name] = UNRESOLVED_PACKAGE.exec(message) ?? [];
    const hint = name === undefined ? "" : `. Is it installed (npm install ${name})?`;
    return [`${place}${message}${hint}`];
  });
  const more = errors.length > MAX_ERRORS ? [`${errors.length - MAX_ERRORS} more errors`] : [];
  return [...errors.slice(0, MAX_ERRORS), ...more].join("\n");
}
