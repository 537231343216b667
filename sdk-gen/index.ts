/**
 * JSON Schema in, compact TypeScript out. Pure: no platform, no dependency, no eval; a bad schema is a wide type.
 *
 *   normalise  a schema of any dialect → the keywords that matter      normalise.ts references.ts notes.ts text.ts
 *   convert    keywords → intermediate representation (ir.ts)          convert.ts base64.ts property-notes.ts union.ts intersect.ts observe.ts
 *   compact    types → names for shapes that print once                compact.ts names.ts
 *   openapi/   an OpenAPI description → operations whose schemas refer to it, each with the plan of its HTTP request
 *   print      text a model reads (three levels), a `.d.ts` for editors  print.ts levels.ts declarations.ts
 *
 * OpenAPI 3.0, 3.1, 3.2 and Swagger 2 are read. Real descriptions break every rule; a broken operation becomes a tool that can be called or
 * no tool, never an exception. Nothing is fetched: a `$ref` to another document is `unknown`. The files of openapi/:
 *
 *   description references, and a budget of steps       description.ts
 *   swagger2    Swagger 2 in the words of OpenAPI 3     swagger2.ts
 *   operations  paths × methods → one entry each        operations.ts operation-names.ts
 *   methods     the operations of a path                methods.ts
 *   servers     base URLs of an operation               servers.ts
 *   request     the plan of the HTTP request            request.ts
 *   parameters  path, query, header, cookie             parameters.ts
 *   querystring the whole query as one schema           query-string.ts
 *   body        media types, properties as arguments    body.ts flatten.ts media-types.ts
 *   unsent      what cannot be sent                     unsent.ts
 *   uploads     files in forms                          uploads.ts
 *   security    which credentials go where             security.ts
 *   pagination  which operations return a list by pages pagination.ts
 *   result      the first response that means success   responses.ts
 */
export { argumentSchema, requiredDefaults } from "./argument-schema.ts";
export { conditionalParts, conditionalProperties } from "./conditional-parts.ts";
export { printDeclarations } from "./declarations.ts";
export { MAX_LITERALS, jsonType } from "./literals.ts";
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
export { readOperations } from "./openapi/operations.ts";
export type { LeftOut, Operation, OperationList } from "./openapi/operations.ts";
export type { CredentialPlan } from "./openapi/security.ts";
export type {
  BodyPlan,
  OperationRequest,
  PaginationPlan,
  PagingArgument,
  ParameterPlan,
  PartPlan,
} from "./openapi/request.ts";
export { printName } from "./print.ts";
export { cleanLine, firstSentence } from "./text.ts";
export { textsIn } from "./texts-in.ts";
