/**
 * Where the values of a script's expressions may be. It is field-based: one place per variable name and one per property name, whatever the
 * scope or the object, and one for all elements of arrays and collections.
 */
import type { Node } from "acorn";
import { nameOfKey, type Loose } from "./loose-tree.ts";
import { NOTHING, Places, newPlace, type Place } from "./places.ts";

export class ValuePlaces extends Places {
  /** Property name → place of the values it may have. */
  readonly properties = new Map<string, Place>();
  /** The elements of all arrays and collections, and what is thrown or yielded. */
  readonly elements = newPlace();
  /** The place of all values that are assigned to properties with computed names. */
  readonly computed = newPlace();
  readonly allProperties = newPlace();
  readonly #variables = new Map<string, Place>();
  readonly #values = new Map<Node, Place>();

  variable(name: string): Place {
    let place = this.#variables.get(name);
    if (place === undefined) {
      place = newPlace();
      this.#variables.set(name, place);
    }
    return place;
  }

  property(name: string): Place {
    let place = this.properties.get(name);
    if (place === undefined) {
      place = newPlace();
      this.properties.set(name, place);
      this.flow(this.computed, place);
      this.flow(place, this.allProperties);
    }
    return place;
  }

  /** The place that holds the possible values of an expression. */
  value(node: Node): Place {
    const known = this.#values.get(node);
    if (known) return known;
    const place = this.#findValue(node as Loose);
    this.#values.set(node, place);
    return place;
  }

  #findValue(node: Loose): Place {
    switch (node.type) {
      case "Identifier":
        return this.variable(node["name"]);
      case "ParenthesizedExpression":
      case "ChainExpression":
        return this.value(node["expression"]);
      case "AwaitExpression":
        return this.value(node["argument"]);
      case "SequenceExpression":
        return this.value(node["expressions"].at(-1));
      case "ConditionalExpression":
        return this.#union([node["consequent"], node["alternate"]]);
      case "LogicalExpression":
        return this.#union([node["left"], node["right"]]);
      case "AssignmentExpression":
        return this.#union([node["right"], ...(node["left"].type === "Identifier" ? [node["left"]] : [])]);
      case "MemberExpression": {
        const name = nameOfKey(node["property"], node["computed"]);
        if (name !== undefined) return this.property(name);
        const place = newPlace();
        this.flow(this.elements, place);
        this.flow(this.allProperties, place);
        return place;
      }
      case "YieldExpression":
        return this.elements;
      case "FunctionExpression":
      case "ArrowFunctionExpression":
      case "ClassExpression":
      case "CallExpression":
      case "NewExpression":
      case "TaggedTemplateExpression":
        return newPlace();
      default:
        return NOTHING;
    }
  }

  #union(nodes: readonly Node[]): Place {
    const place = newPlace();
    for (const node of nodes) this.flow(this.value(node), place);
    return place;
  }

  /** Lets the values of a place flow into what a pattern binds or assigns. */
  bind(pattern: Loose, source: Place): void {
    switch (pattern.type) {
      case "Identifier":
        this.flow(source, this.variable(pattern["name"]));
        break;
      case "ParenthesizedExpression":
        this.bind(pattern["expression"], source);
        break;
      case "MemberExpression": {
        const name = nameOfKey(pattern["property"], pattern["computed"]);
        if (name !== undefined) this.flow(source, this.property(name));
        else {
          this.flow(source, this.elements);
          this.flow(source, this.computed);
        }
        break;
      }
      case "ObjectPattern":
        for (const property of pattern["properties"]) {
          if (property.type === "RestElement") continue;
          const name = nameOfKey(property.key, property.computed);
          this.bind(property.value, name === undefined ? this.allProperties : this.property(name));
        }
        break;
      case "ArrayPattern":
        for (const element of pattern["elements"]) if (element) this.bind(element, this.elements);
        break;
      case "AssignmentPattern":
        this.flow(this.value(pattern["right"]), source);
        this.bind(pattern["left"], source);
        break;
      default:
    }
  }

  /** Lets the values of a place flow into a property. */
  keep(key: Node, computed: boolean, value: Place): void {
    const name = nameOfKey(key, computed);
    if (name !== undefined) this.flow(value, this.property(name));
    else {
      this.flow(value, this.elements);
      this.flow(value, this.computed);
    }
  }
}
