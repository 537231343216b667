/**
 * Bounds a GraphQL document. Its text comes from a script: it is parsed here, and its fields are counted as they are after fragments
 * are spread, because a page of fragments that spread each other is millions of fields.
 */
import { GraphQLError, Kind, parse } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  NamedTypeNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import { MAX_GRAPHQL_TEXT_CHARS, MAX_GRAPHQL_TOKENS } from "../../limits/api-limits.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { linkedTypes, refusalOf, typesBehind, type LinkGuard, type LinkedType } from "./root-links.ts";

export interface DocumentBounds {
  readonly maxDepth: number;
  readonly maxFields: number;
}

interface CheckedDocument {
  readonly operation: OperationDefinitionNode;
  /** Fields at the top, fragments spread. */
  readonly rootFields: readonly FieldNode[];
}

/** @param argument whose text it is, for messages @throws UnusableArgument */
export function checkDocument(
  text: string,
  argument: string,
  bounds: DocumentBounds,
  guard: LinkGuard,
): CheckedDocument {
  const document = parsed(text, argument);
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else throw new UnusableArgument(argument, "may have operations and fragments only");
  }
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) {
    throw new UnusableArgument(argument, `must have one operation; it has ${operations.length}`);
  }
  const rootFields = new Spread(fragments, argument, bounds, guard).fieldsOf(operation.selectionSet);
  return { operation, rootFields };
}

function parsed(text: string, argument: string): DocumentNode {
  if (text.length > MAX_GRAPHQL_TEXT_CHARS) {
    throw new UnusableArgument(argument, `has more than ${MAX_GRAPHQL_TEXT_CHARS} characters`);
  }
  try {
    return parse(text, { maxTokens: MAX_GRAPHQL_TOKENS, noLocation: true });
  } catch (error) {
    const reason = error instanceof GraphQLError ? error.message.replace(/\.$/, "") : "it is nested too deeply";
    throw new UnusableArgument(argument, `is not valid GraphQL: ${reason}`);
  }
}

/** Where a selection stands. */
interface Place {
  readonly depth: number;
  /** Names of the fragments that are being spread. */
  readonly spreading: readonly string[];
  /** The types that lead to operations, of those in which it may stand. */
  readonly types: readonly LinkedType[];
  /** The field or fragment that has led to these types, for messages. */
  readonly via: string;
}

class Spread {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #argument: string;
  readonly #bounds: DocumentBounds;
  readonly #guard: LinkGuard;
  #fields = 0;

  constructor(
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    argument: string,
    bounds: DocumentBounds,
    guard: LinkGuard,
  ) {
    this.#guard = guard;
    this.#fragments = fragments;
    this.#argument = argument;
    this.#bounds = bounds;
  }

  fieldsOf(root: SelectionSetNode): readonly FieldNode[] {
    return this.#visit(root, { depth: 1, spreading: [], types: [], via: "" });
  }

  /** Recursion is bounded by the depth, and between two levels by the fragments that are being spread. */
  #visit({ selections }: SelectionSetNode, place: Place): readonly FieldNode[] {
    const { maxDepth, maxFields } = this.#bounds;
    const { depth, spreading } = place;
    if (depth > maxDepth)
      throw new UnusableArgument(this.#argument, `selects more than ${maxDepth} levels (max_depth)`);
    // graphql-js reads what the specification has no syntax for ("Selection Sets").
    if (selections.length === 0)
      throw new UnusableArgument(this.#argument, "has a pair of braces without a field in it");
    return selections.flatMap((selection): readonly FieldNode[] => {
      // Each selection counts, so that fragments without fields cost their spreading, too.
      this.#fields += 1;
      if (this.#fields > maxFields) {
        throw new UnusableArgument(this.#argument, `selects more than ${maxFields} fields (max_fields)`);
      }
      if (selection.kind === Kind.FIELD) {
        const { name, selectionSet } = selection;
        const leadsTo = refusalOf(this.#guard, place.types, name.value);
        if (leadsTo !== undefined)
          throw new UnusableArgument(this.#argument, `selects ${place.via}, which leads to ${leadsTo}`);
        const types = typesBehind(this.#guard, name.value);
        if (selectionSet) this.#visit(selectionSet, { depth: depth + 1, spreading, types, via: name.value });
        return [selection];
      }
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return this.#visit(selection.selectionSet, this.#narrowed(place, selection.typeCondition));
      const name = selection.name.value;
      const fragment = this.#fragments.get(name);
      if (fragment === undefined)
        throw new UnusableArgument(this.#argument, `spreads ${name}, which is not one of its fragments`);
      if (spreading.includes(name))
        throw new UnusableArgument(this.#argument, `has a fragment that spreads itself: ${name}`);
      const within = this.#narrowed(place, fragment.typeCondition);
      return this.#visit(fragment.selectionSet, { ...within, spreading: [...spreading, name] });
    });
  }

  /** A fragment selects in the type of its condition. At the top that is the operation's own type, whose fields the caller checks. */
  #narrowed(place: Place, condition: NamedTypeNode | undefined): Place {
    if (place.depth === 1 || condition === undefined) return place;
    const { value } = condition.name;
    return { ...place, types: linkedTypes(this.#guard, [value]), via: `a fragment on ${value}` };
  }
}
