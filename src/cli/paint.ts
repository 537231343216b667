/** Terminal colours, named by their meaning. */
export interface Paint {
  readonly bad: (text: string) => string;
  readonly good: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
}

const CODES = { bad: [31, 39], good: [32, 39], dim: [2, 22], strong: [1, 22] } as const;

export function paintFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Paint {
  // https://no-color.org: colours are off if the variable is set and not empty.
  const hasColours = isTerminal && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  const paint =
    ([on, off]: readonly [number, number]) =>
    (text: string): string =>
      hasColours ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { bad: paint(CODES.bad), good: paint(CODES.good), dim: paint(CODES.dim), strong: paint(CODES.strong) };
}
