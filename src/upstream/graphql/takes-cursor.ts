/** Recognises GraphQL connections among tools. Has no code of the `graphql` package, because every run needs it. */
import type { ToolDefinition } from "../connector.ts";
import type { FieldRequest } from "./read-graphql.ts";

/** @returns true for a field whose list is read page by page, as a connection of Relay's specification */
export function takesCursor({ request }: ToolDefinition): boolean {
  const { kind, args } = (request ?? {}) as Partial<FieldRequest>;
  return kind === "field" && args !== undefined && Object.hasOwn(args, "after");
}
