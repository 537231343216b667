/** Schemas of `/api/v1/packages`: what scripts may import, and what a person has approved for longer than a run. */
import * as z from "zod";

const time = z.iso.datetime();

const packageGrantSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.string(),
    for: z.enum(["minutes", "session", "always"]),
    until: time
      .optional()
      .describe("when the approval ends; absent if only a withdrawal or the end of the session ends it"),
    granted_at: time,
    granted_by: z.string().describe("credential that approved"),
    granted_via: z.enum(["rest", "link", "elicitation"]),
    is_current: z
      .boolean()
      .describe("false: the gateway now has a different build of the package, which needs another approval"),
  })
  .describe("A package that scripts of the principal may import without asking.");

const packageSchema = z.strictObject({
  name: z.string(),
  version: z.string().optional().describe("absent: the package could not be bundled when the gateway was built"),
  sha256: z.string().optional().describe("of the bundled module"),
  require_approval: z.boolean().describe("true: a script that imports the package needs approval before it starts"),
});

export const packagesSchema = z
  .strictObject({ packages: z.array(packageSchema), approved: z.array(packageGrantSchema) })
  .describe("Answer of GET /api/v1/packages; approvals newest first.");

export type PackagesView = z.output<typeof packagesSchema>;
