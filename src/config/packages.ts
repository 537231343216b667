/** npm packages that scripts may import: which there are, and which of them a person has to approve first. */
import * as z from "zod";

const packageName = z
  .string()
  .max(214)
  .regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "the name of an npm package");

/** An entry of `packages` that says more than a name. */
export const packageEntry = z.strictObject({
  name: packageName,
  require_approval: z
    .boolean()
    .optional()
    .describe("true: a script that imports the package needs a person's approval before it starts."),
});

export const packagesSchema = z
  .array(z.union([packageName, packageEntry]))
  .describe("npm packages that scripts may import; installed here and bundled when the gateway is built.");

/** A package that scripts may import. */
export interface ConfiguredPackage {
  readonly name: string;
  /** True if a person has to approve it before a script that imports it starts. */
  readonly needsApproval: boolean;
}

/** @returns one entry for each name; a package that is listed twice needs approval if one of the two entries says so */
export function configuredPackages(listed: z.output<typeof packagesSchema> = []): readonly ConfiguredPackage[] {
  const found = new Map<string, boolean>();
  for (const entry of listed) {
    const { name, require_approval = false } = typeof entry === "string" ? { name: entry } : entry;
    found.set(name, require_approval || found.get(name) === true);
  }
  return [...found].map(([name, needsApproval]) => ({ name, needsApproval }));
}
