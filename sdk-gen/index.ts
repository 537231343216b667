/**
 * JSON Schema in, compact TypeScript out. Pure: no platform, no dependency, no eval; a bad schema is a wide type.
 *
 *   normalise  a schema of any dialect → the keywords that matter      normalise.ts references.ts notes.ts text.ts
 *   convert    keywords → intermediate representation (ir.ts)          convert.ts property-notes.ts union.ts intersect.ts observe.ts
 *   compact    types → names for shapes that print once                compact.ts names.ts
 *   openapi/   an OpenAPI description → operations whose schemas refer to it
 *   print      text a model reads (three levels), a `.d.ts` for editors  print.ts levels.ts declarations.ts
 */
export { printDeclarations } from "./declarations.ts";
export { MAX_LITERALS } from "./literals.ts";
export { printToolTypes, printTools } from "./levels.ts";
export type { SignatureOptions, ToolTypes } from "./levels.ts";
export { assignIdentifiers, hash } from "./names.ts";
export { mergeShapes, observeShape } from "./observe.ts";
export type { Shape, ShapeProperty } from "./observe.ts";
export { discriminatorsIn } from "./discriminators.ts";
export type { Discriminators } from "./discriminators.ts";
export { isOneSided } from "./one-sided.ts";
export { createResolver } from "./references.ts";
export { buildServerSdk } from "./sdk.ts";
export type { Detail, SdkParameter, SdkTool, ServerSdk, ServerSource, ToolSource } from "./sdk.ts";
export { readOperations } from "./openapi/index.ts";
export type {
  BodyPlan,
  CredentialPlan,
  LeftOut,
  Operation,
  OperationList,
  OperationRequest,
  PaginationPlan,
  PagingArgument,
  ParameterPlan,
  PartPlan,
} from "./openapi/index.ts";
export { printName } from "./print.ts";
export { cleanLine, firstSentence } from "./text.ts";
