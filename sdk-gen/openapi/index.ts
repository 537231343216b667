/**
 * Reads an OpenAPI 3.0, 3.1, 3.2 or Swagger 2 description into tools, each with the plan of its HTTP request.
 *
 * Real descriptions break every rule; a broken operation becomes a tool that can be called or no tool, never an exception.
 * Nothing is fetched: a `$ref` to another document is `unknown`.
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
export { readOperations } from "./operations.ts";
export type { LeftOut, Operation, OperationList } from "./operations.ts";
export type { CredentialPlan } from "./security.ts";
export type { BodyPlan, OperationRequest, PaginationPlan, PagingArgument, ParameterPlan, PartPlan } from "./request.ts";
