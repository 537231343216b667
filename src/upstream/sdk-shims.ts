/**
 * Stands in for what the MCP SDK's client and server each bring for Workers (see [alias] in wrangler.toml): the same, but with the
 * gateway's own check of JSON Schema, which is bounded, instead of one more validator each that is not.
 */
import { SchemaChecker, describeProblem } from "./json-schema/schema-checker.ts";

/** CORS is a browser's concept. */
export const CORS_IS_POSSIBLE = false;

type Verdict<T> =
  | { readonly valid: true; readonly data: T; readonly errorMessage: undefined }
  | { readonly valid: false; readonly data: undefined; readonly errorMessage: string };

export class DefaultJsonSchemaValidator {
  getValidator<T>(schema: unknown): (input: unknown) => Verdict<T> {
    const checker = new SchemaChecker(schema);
    return (input) => {
      const checked = checker.check(input, JSON.stringify(input)?.length ?? 0);
      if (checked.ok === true) return { valid: true, data: input as T, errorMessage: undefined };
      const problems = checked.ok === false ? checked.problems : [{ path: [], message: checked.why }];
      const errorMessage = problems.map((problem) => describeProblem(problem, "value")).join(" ");
      return { valid: false, data: undefined, errorMessage };
    };
  }
}
