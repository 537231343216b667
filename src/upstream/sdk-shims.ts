/**
 * Stands in for what the MCP SDK's client and server each bring for Workers (see [alias] in wrangler.toml): the same, but with the one
 * copy of the JSON Schema validator that is in the upload anyway, instead of two more (15 kB gzip).
 */
import { Validator } from "@cfworker/json-schema";
import type { Schema } from "@cfworker/json-schema";

/** CORS is a browser's concept. */
export const CORS_IS_POSSIBLE = false;

type Verdict<T> =
  | { readonly valid: true; readonly data: T; readonly errorMessage: undefined }
  | { readonly valid: false; readonly data: undefined; readonly errorMessage: string };

export class DefaultJsonSchemaValidator {
  getValidator<T>(schema: Schema): (input: unknown) => Verdict<T> {
    const draft = typeof schema.$schema === "string" && schema.$schema.includes("draft-07") ? "7" : "2020-12";
    const validator = new Validator(schema, draft, true);
    return (input) => {
      const { valid, errors } = validator.validate(input);
      if (valid) return { valid, data: input as T, errorMessage: undefined };
      const errorMessage = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join("; ");
      return { valid, data: undefined, errorMessage };
    };
  }
}
