/** @returns the title of a script in lists: its first line, shortened */
export function titleOf(code: string): string {
  const line = code.split("\n", 20).find((one) => one.trim() !== "") ?? "";
  const title = line.trim();
  return title.length > 120 ? `${title.slice(0, 119)}…` : title;
}
