// Names that local-servers.ts defines, read from its text: what it imports may exist in a Worker only.
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";

const TypeScript = Parser.extend(tsPlugin());

/** @param {string} text of local-servers.ts @returns {readonly string[] | undefined} undefined if the text alone does not say */
export function localServerNames(text) {
  let program;
  try {
    program = TypeScript.parse(text, { sourceType: "module", ecmaVersion: "latest", locations: true });
  } catch {
    // The build says which line is wrong.
    return undefined;
  }
  const declared = program.body.flatMap(({ type, declaration }) =>
    type === "ExportNamedDeclaration" && declaration?.type === "VariableDeclaration" ? declaration.declarations : [],
  );
  // Code that uses the object may add servers to it.
  if (countOf("localServers", program) > 1) return undefined;
  const value = valueOf(declared.find(({ id }) => id.name === "localServers")?.init);
  if (value?.type !== "ObjectExpression") return undefined;
  const names = value.properties.map(nameOf);
  return names.includes(undefined) ? undefined : names;
}

function countOf(name, node) {
  if (typeof node !== "object" || node === null) return 0;
  const own = node.type === "Identifier" && node.name === name ? 1 : 0;
  return Object.values(node).reduce((sum, inner) => sum + countOf(name, inner), own);
}

/** `{…} satisfies LocalServers` and `{…} as LocalServers` have the object inside. */
function valueOf(node) {
  return ["TSSatisfiesExpression", "TSAsExpression"].includes(node?.type) ? valueOf(node.expression) : node;
}

function nameOf({ type, computed, key }) {
  if (type !== "Property" || computed) return undefined;
  return key.type === "Identifier" ? key.name : String(key.value);
}
