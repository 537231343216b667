/** A hint for a line that is read as the end of an expression because the line before has no semicolon: `await a.b({})`, and then `[1, 2].map(…)`. */

/** @param tool the call at the end of the line before */
export function hintAtContinuedLine(code: string, tool: string): string | undefined {
  const lines = code.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line, index) => {
    const before = lines[index - 1] ?? "";
    return /^[[(`]/.test(line) && before.includes(`await ${tool}(`) && before.endsWith(")");
  });
  if (at === -1) return undefined;
  return `Line ${at + 1} begins with ${lines[at]?.[0] ?? ""} and continues line ${at}, so \`await\` applies to the joined expression. End line ${at} with a semicolon.`;
}
