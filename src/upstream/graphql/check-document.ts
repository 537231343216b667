/**
 * Bounds a GraphQL document. Its text comes from a script: it is parsed here, and its fields are counted as they are after fragments
 * are spread, because a page of fragments that spread each other is millions of fields.
 */
import { GraphQLError, Kind, parse } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import { MAX_GRAPHQL_TEXT_CHARS, MAX_GRAPHQL_TOKENS } from "../../limits/api-limits.ts";
import { UnusableArgument } from "../http-api/unusable-argument.ts";

export interface DocumentBounds {
  readonly maxDepth: number;
  readonly maxFields: number;
}

/** The fields by which a selection comes back to all queries. */
export interface RootLinks {
  /** Name of the type of all queries. */
  readonly type: string;
  /** Names of fields of that type. */
  readonly fields: readonly string[];
  /** Some queries are not offered. */
  readonly isNarrowed?: true;
}

export interface CheckedDocument {
  readonly operation: OperationDefinitionNode;
  /** Fields at the top, fragments spread. */
  readonly rootFields: readonly FieldNode[];
}

/**
 * @param argument whose text it is, for messages
 * @throws UnusableArgument
 */
export function checkDocument(
  text: string,
  argument: string,
  bounds: DocumentBounds,
  links?: RootLinks,
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
  const rootFields = new Spread(fragments, argument, bounds, links).fieldsOf(operation.selectionSet);
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
    throw new UnusableArgument(argument, `is no GraphQL: ${reason}`);
  }
}

class Spread {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #argument: string;
  readonly #bounds: DocumentBounds;
  readonly #links: RootLinks | undefined;
  #fields = 0;

  constructor(
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    argument: string,
    bounds: DocumentBounds,
    links: RootLinks | undefined,
  ) {
    this.#links = links;
    this.#fragments = fragments;
    this.#argument = argument;
    this.#bounds = bounds;
  }

  fieldsOf(root: SelectionSetNode): readonly FieldNode[] {
    return this.#visit(root, 1, []);
  }

  /** Recursion is bounded by the depth, and between two levels by the fragments that are being spread. */
  #visit({ selections }: SelectionSetNode, depth: number, spreading: readonly string[]): readonly FieldNode[] {
    const { maxDepth, maxFields } = this.#bounds;
    if (depth > maxDepth)
      throw new UnusableArgument(this.#argument, `selects more than ${maxDepth} levels (max_depth)`);
    return selections.flatMap((selection): readonly FieldNode[] => {
      // Each selection counts, so that fragments without fields cost their spreading, too.
      this.#fields += 1;
      if (this.#fields > maxFields) {
        throw new UnusableArgument(this.#argument, `selects more than ${maxFields} fields (max_fields)`);
      }
      if (selection.kind === Kind.FIELD) {
        if (this.#links?.fields.includes(selection.name.value) && selectsFields(selection)) {
          throw this.#leadsBack(selection.name.value);
        }
        if (selection.selectionSet) this.#visit(selection.selectionSet, depth + 1, spreading);
        return [selection];
      }
      const condition =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.typeCondition
          : this.#fragments.get(selection.name.value)?.typeCondition;
      if (depth > 1 && condition !== undefined && condition.name.value === this.#links?.type) {
        throw this.#leadsBack(`a fragment on ${condition.name.value}`);
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return this.#visit(selection.selectionSet, depth, spreading);
      const name = selection.name.value;
      const fragment = this.#fragments.get(name);
      if (fragment === undefined)
        throw new UnusableArgument(this.#argument, `spreads ${name}, which is no fragment of it`);
      if (spreading.includes(name))
        throw new UnusableArgument(this.#argument, `has a fragment that spreads itself: ${name}`);
      return this.#visit(fragment.selectionSet, depth, [...spreading, name]);
    });
  }

  #leadsBack(what: string): UnusableArgument {
    return new UnusableArgument(this.#argument, `selects ${what}, which leads to queries that ${this.#reason()}`);
  }

  #reason(): string {
    return this.#links?.isNarrowed === true
      ? "are not offered here"
      : "have tools of their own, on which the policy decides. Call those instead";
  }
}

/** @returns false for a plain value of the name, and where nothing but the name of the type is asked for */
function selectsFields({ selectionSet }: FieldNode): boolean {
  const selections = selectionSet?.selections ?? [];
  return selections.some((one) => one.kind !== Kind.FIELD || one.name.value !== "__typename");
}
