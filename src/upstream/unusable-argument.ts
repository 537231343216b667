/** An argument fits its schema and cannot be sent. A connector throws it before it sends anything; the script gets it as INVALID_ARGS. */
export class UnusableArgument extends Error {
  /** @param argument empty where it is all of them */
  constructor(argument: string, why: string) {
    const what = argument === "" ? "The arguments" : `args.${argument.slice(0, 100)}`;
    super(`${what} ${why}. Nothing was sent.`);
  }
}
