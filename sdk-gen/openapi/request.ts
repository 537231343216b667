/**
 * The plan by which a connector turns a tool call into an HTTP request: plain data beside the tool's schemas, so that the
 * description is read once. Fields that have their OpenAPI default are absent.
 */
import type { CredentialPlan } from "./security.ts";

export interface PaginationPlan {
  /** The property of the answer that has the elements; absent: the answer is the list. */
  readonly items?: string;
  readonly cursor?: PagingArgument;
  readonly page?: PagingArgument;
  readonly offset?: PagingArgument;
  readonly size?: PagingArgument;
  /** The answer is described as one that names its next page, so one that names none is the last. */
  readonly namesNext?: true;
}

export interface PagingArgument {
  readonly argument: string;
  /** Name in the request. */
  readonly name: string;
  /** The value that the server takes where there is none. */
  readonly defaultValue?: number;
  /** The largest value that the description permits. */
  readonly max?: number;
  /** The smallest value that the description permits: where pages or elements are counted from. */
  readonly min?: number;
  /** A cursor that is a number; absent: a text. */
  readonly isNumber?: true;
}

export interface OperationRequest {
  readonly method: string;
  /**
   * Template such as `/repos/{owner}/{file}.zip?version=2`: starts with a slash, has no fragment, may have a query of its
   * own. Every `{name}` has a parameter with `in: "path"`.
   */
  readonly path: string;
  /** Base URL of this operation only. */
  readonly server?: string;
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan;
  /** Media types for `Accept`; absent: JSON, else any. */
  readonly accept?: readonly string[];
  /** The credentials that the request carries, of those that `readOperations` was given. */
  readonly credentials?: readonly CredentialPlan[];
  /** The description's own groups of operations. */
  readonly tags?: readonly string[];
  /** Its answers are described as JSON, and as nothing else. */
  readonly answersJson?: true;
  /** Names of headers that the description has for its answers. */
  readonly answerHeaders?: readonly string[];
  /** The operation returns a list page by page. */
  readonly pagination?: PaginationPlan;
}

export interface ParameterPlan {
  /** Name of the tool's argument. */
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Name in the request, if it differs from the argument's. */
  readonly name?: string;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: string;
  /** Default: true for `form`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** In a path: the value may be several segments, with a slash between them. */
  readonly hasSegments?: true;
  /** The value is written in this media type (`content` instead of `schema`). */
  readonly contentType?: string;
  /** The request has the parameter whatever its arguments are; a value of a script is not sent. */
  readonly isFixed?: true;
}

export interface BodyPlan {
  readonly contentType: string;
  /** How the value becomes bytes; `base64`: the argument is a string of base64. */
  readonly encoding: "json" | "form" | "multipart" | "text" | "base64";
  /** The argument that is the whole body; absent: every argument that is no parameter is a property of the body. */
  readonly argument?: string;
  /** Without properties there is no body: one without them would not be valid. */
  readonly mayBeAbsent?: true;
  /** Properties of the body by the names of their arguments, where those differ because a parameter has the name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Bytes: the media types that a data URL may name in place of `contentType`, in lower case, with wildcards such as `image/*`. */
  readonly types?: readonly string[];
  /** Properties that only answers have. */
  readonly readOnly?: readonly string[];
  /** Form and multipart: parts that are files, given as base64 (one or a list). */
  readonly files?: readonly string[];
  /** Form and multipart: parts with an encoding of their own. */
  readonly parts?: Readonly<Record<string, PartPlan>>;
  /** The form of the body; absent where there is only one media type. */
  readonly takes?: BodyShape;
  /** The body in other media types, of which one is chosen by the argument `typeArgument`, else by what is given. */
  readonly others?: readonly BodyPlan[];
  readonly typeArgument?: string;
}

export interface BodyShape {
  /** The kind of its one argument, where it has one; absent: any. */
  readonly kind?: "object" | "list" | "text" | undefined;
  /** The arguments that are its properties, where it has no argument as a whole. */
  readonly properties?: readonly string[];
  readonly required?: readonly string[];
  /** It may have others, too. */
  readonly isOpen?: true;
}

export interface PartPlan {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
}
