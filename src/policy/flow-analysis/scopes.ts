/** Resolves names to their declarations. */
import type { AnyNode, Node, Pattern } from "acorn";
import { Cell } from "./values.ts";

export class Scope {
  readonly #cells = new Map<string, Cell>();
  readonly #parent: Scope | undefined;

  constructor(parent?: Scope) {
    this.#parent = parent;
  }

  /** @returns the variable of that name, the known one if it is declared already */
  declare(name: string, owner: unknown): Cell {
    const cell = this.#cells.get(name) ?? new Cell(owner);
    this.#cells.set(name, cell);
    return cell;
  }

  find(name: string): Cell | undefined {
    return this.#cells.get(name) ?? this.#parent?.find(name);
  }
}

export function namesIn(pattern: Pattern | AnyNode | null | undefined): readonly string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => namesIn(element));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** The names that a block declares for itself. */
export function blockNames(body: readonly AnyNode[]): readonly string[] {
  return body.flatMap((statement) => {
    if (statement.type === "VariableDeclaration" && statement.kind !== "var") {
      return statement.declarations.flatMap(({ id }) => namesIn(id));
    }
    return statement.type === "FunctionDeclaration" ? namesIn(statement.id) : [];
  });
}

/** The names that `var` declares in a function, at any depth of its blocks. */
export function variableNames(body: Node | readonly Node[]): readonly string[] {
  const names: string[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type.includes("Function")) return;
    if (node.type === "VariableDeclaration" && node.kind === "var") {
      for (const { id } of node.declarations) names.push(...namesIn(id));
    }
    for (const part of partsOf(node)) visit(part);
  };
  for (const node of Array.isArray(body) ? (body as readonly Node[]) : [body as Node]) visit(node as AnyNode);
  return names;
}

/** @returns true if a variable of one of the names may be used in it */
export function mentions(node: AnyNode, names: ReadonlySet<string>): boolean {
  if (node.type === "Identifier" && names.has(node.name)) return true;
  const isNamed = (node.type === "MemberExpression" || node.type === "Property") && !node.computed;
  const name = node.type === "MemberExpression" ? node.property : node.type === "Property" ? node.key : undefined;
  // `{ name }` is a variable, too, and stands in the value of the property.
  return partsOf(node).some((part) => !(isNamed && part === name) && mentions(part, names));
}

function partsOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function isNode(value: unknown): value is AnyNode {
  return value !== null && typeof value === "object" && "type" in value && typeof value.type === "string";
}
