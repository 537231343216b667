/** An argument fits its schema and cannot be sent. Nothing was sent. */
export class UnusableArgument extends Error {
  /** @param argument empty where it is all of them */
  constructor(argument: string, why: string) {
    super(argument === "" ? `The arguments ${why}.` : `args.${argument.slice(0, 100)} ${why}.`);
  }
}
