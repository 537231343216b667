/** A failure that ends a command. */

export interface Failure {
  /** Lines for people. */
  readonly message: string;
  readonly exit: 1 | 2;
}
