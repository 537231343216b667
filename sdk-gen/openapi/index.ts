/**
 * An OpenAPI 3.0, 3.1 or Swagger 2 description → the tools it describes, each with what it takes to send its request.
 *
 * Descriptions in the wild break every rule; each break ends in something that can be called or in no tool, never in an
 * exception. Nothing is fetched: a `$ref` out of the document is `unknown`.
 *
 *   operations  paths × methods → one entry each        operations.ts operation-names.ts
 *   swagger2    a Swagger 2 description in the words of OpenAPI 3
 *   parameters  path, query, header, cookie             parameters.ts
 *   body        media types, properties as arguments    body.ts flatten.ts media-types.ts
 *   result      the first answer that means success     responses.ts
 *   definitions the part of the document that is used   definitions.ts
 */
export { readOperations, type Operation, type OperationList } from "./operations.ts";
export type { BodyPlan, OperationRequest, ParameterPlan, PartPlan } from "./request.ts";
