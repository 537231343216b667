// Two modules that a bundler made of the same sources, each with the part that its package needs: what is declared in both alike is
// taken out of the second, which imports it from the first instead.
//
// Alike are two statements of the same tokens whose names mean statements that are alike, down to the imports. A bundler numbers
// names that clash (`isObject$3`), so the numbers say nothing; but two `const seen = new Map()` are two maps, told apart by who
// names them. What is shared is shared with all that it names.
import { parse, tokenizer } from "acorn";
import { simple } from "acorn-walk";

const SYNTAX = { ecmaVersion: "latest", sourceType: "module" };

/**
 * @param {{ text: string, originOf: (source: string) => string }} first `originOf` has one answer for the same module under two names
 * @param {{ text: string, originOf: (source: string) => string }} second
 * @param {string} address of the first, as the second imports it
 * @returns {{ first: string, second: string }} lines are where they were, so source maps stay true
 */
export function shareDeclarations(first, second, address) {
  const [kept, cut] = [read(first), read(second)];
  const kinds = kindsOf([...kept, ...cut]);
  const twins = twinsOf(kept, cut, kinds);
  const shared = new Set(twins.keys());
  for (let size = -1; size !== shared.size;) {
    size = shared.size;
    for (const statement of shared) {
      const { named } = twins.get(statement);
      const isSame = (one, i) => shared.has(one) && (twins.get(one) === named[i] || standsAlone(one));
      if (!statement.named.every((one, i) => one.imported !== undefined || isSame(one, i))) shared.delete(statement);
    }
  }
  const pairs = [...shared].flatMap((statement) =>
    statement.declared.map((name, i) => [twins.get(statement).declared[i], name]),
  );
  const exported = [...new Set(pairs.map(([name]) => `${name} as shared_${name}`))].join(", ");
  const imported = pairs.map(([name, own]) => `shared_${name} as ${own}`).join(", ");
  return {
    first: `${first.text}\nexport { ${exported} };\n`,
    second: `${without(second.text, shared)}\nimport { ${imported} } from ${JSON.stringify(address)};\n`,
  };
}

/** Every statement of a module: its tokens without their names' numbers, and what its names of the module mean, in their order. */
function read({ text, originOf }) {
  const byName = new Map();
  const statements = [];
  for (const node of parse(text, SYNTAX).body) {
    if (node.type === "ImportDeclaration") {
      for (const { type, local, imported } of node.specifiers) {
        byName.set(local.name, { imported: `${originOf(node.source.value)}#${imported?.name ?? type}` });
      }
    } else if (node.declaration) {
      throw new Error(`Exported where it is declared: ${text.slice(node.start, node.end)}`);
    } else if (!node.type.startsWith("Export")) {
      const declared = (node.declarations ?? [node]).flatMap(({ id }) => (id ? [id.name] : []));
      if (declared.includes(undefined)) throw new Error(`A pattern is declared: ${text.slice(node.start, node.end)}`);
      const statement = { node, start: node.start, end: node.end, declared, what: "", named: [] };
      statements.push(statement);
      for (const name of declared) byName.set(name, statement);
    }
  }
  for (const statement of statements) {
    const { node, start, end } = statement;
    const places = new Set();
    const remember = (identifier) => void places.add(identifier.start - start);
    simple(node, { Identifier: remember, VariablePattern: remember });
    for (const token of tokenizer(text.slice(start, end), SYNTAX)) {
      const written = text.slice(start + token.start, start + token.end);
      const meant = places.has(token.start) ? byName.get(written) : undefined;
      if (meant !== undefined) statement.named.push(meant);
      statement.what += `${meant === undefined ? written : written.replace(/\$\d+$/, "")} `;
    }
  }
  return statements;
}

/** Told apart further and further by what their names mean, until nothing more is told apart. */
function kindsOf(statements) {
  let kinds = new Map(statements.map((statement) => [statement, statement.what]));
  for (let count = 0; ;) {
    const numbers = new Map();
    const next = new Map();
    for (const statement of statements) {
      const key = JSON.stringify([kinds.get(statement), statement.named.map((one) => one.imported ?? kinds.get(one))]);
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      next.set(statement, numbers.get(key));
    }
    kinds = next;
    if (numbers.size === count) return kinds;
    count = numbers.size;
  }
}

/**
 * @returns of the second module's statements those that the first has too, each with that one: where there is one of its kind in each
 *   module, and then what such a pair names in the same place. Of functions that name nothing else any will do.
 */
function twinsOf(kept, cut, kinds) {
  const keptOf = Map.groupBy(kept, (statement) => kinds.get(statement));
  const cutOf = Map.groupBy(cut, (statement) => kinds.get(statement));
  const twins = new Map();
  const taken = new Set();
  for (const [kind, ours] of cutOf) {
    const theirs = keptOf.get(kind) ?? [];
    if (theirs.length === 0 || (!standsAlone(ours[0]) && ours.length + theirs.length > 2)) continue;
    for (const statement of ours) twins.set(statement, theirs[0]);
    taken.add(theirs[0]);
  }
  for (const [statement, twin] of twins) {
    for (const [i, one] of statement.named.entries()) {
      if (one.imported !== undefined || twins.has(one) || taken.has(twin.named[i])) continue;
      twins.set(one, twin.named[i]);
      taken.add(twin.named[i]);
    }
  }
  return twins;
}

function standsAlone(statement) {
  return statement.what.startsWith("function ") && statement.named.every((one) => one === statement);
}

function without(text, statements) {
  let rest = text;
  for (const { start, end } of statements) {
    rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, " ") + rest.slice(end);
  }
  return rest;
}
