/**
 * Rewrites `import { getDocument } from "./servers/google-drive"` and its variants, and imports of saved scripts from `./skills`, for
 * scripts written for a folder of generated tool files. Every use of an imported name becomes `google_drive.get_document`, so that the script is checked
 * before it runs like any other, and one that is a single function stays one. Other imports stay and are refused later.
 */
import { full } from "acorn-walk";
import type {
  AnyNode,
  Expression,
  Identifier,
  ImportDeclaration,
  ImportExpression,
  Node,
  Program,
  Property,
} from "acorn";
import MagicString from "magic-string";
import { locateThroughEdits, positionAt } from "../../worker-loader/syntax/position.ts";
import { MAX_REWRITTEN_LENGTH } from "../../worker-loader/limits.ts";
import { tooLong, type Rewrite, type Rewritten } from "../../worker-loader/prepare/rewrite.ts";
import { specifierOf } from "../../worker-loader/prepare/names.ts";
import type { Source } from "../../worker-loader/prepare/source.ts";
import { errorAt } from "../../worker-loader/syntax/syntax-error.ts";
import { walkScopes } from "../../worker-loader/syntax/scopes.ts";
import { declaredNames } from "./declared-names.ts";
import type { LayoutServer, LayoutServers } from "./layout-servers.ts";
import { LAYOUT, PATH, SERVERS } from "./reserved-name.ts";
import { readSpecifier, type LayoutPath, type ServerPath } from "./specifier.ts";

/** Styles of one name (`get_issue`, `getIssue`) that a script reads its function by. */
const MAX_STYLES = 20;

const MARKS = [
  ...["servers/", 'servers"', "servers'", "servers`", "skills", "client", "fs/promises"],
  ...["fs", "path", "path/posix"].flatMap(quoted),
];

/** An import's specifier has its quotes around it. */
function quoted(name: string): readonly string[] {
  return [`"`, `'`, "`"].flatMap((quote) => [`${quote}${name}${quote}`, `${quote}node:${name}${quote}`]);
}

/** A cheap test. @returns false if the script certainly has no import of the layout */
export function mayUseLayout(code: string): boolean {
  return code.includes("import") && MARKS.some((mark) => code.includes(mark));
}

export function serversLayout(servers: LayoutServers): Rewrite {
  return {
    name: `servers-layout ${servers.version}`,
    rewrite(source, text) {
      const isOurs = source.mentions.refusables.some(
        (part) => part.kind === "import" && readSpecifier(part.specifier) !== undefined,
      );
      if (!isOurs) return undefined;
      try {
        return rewriteImports(source, servers);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const place = source.locate(positionAt(source.code, error.start));
        return { ok: false, error: errorAt(error.code, error.message, place, text) };
      }
    },
  };
}

type ProblemCode = "TOOL_NOT_FOUND" | "SCRIPT_NOT_FOUND" | "PACKAGE_NOT_ALLOWED" | "SYNTAX_ERROR";

/** The import names a file that does not exist, or the script is too long with what stands for its imports. */
class Problem extends Error {
  readonly start: number;
  readonly code: ProblemCode;

  constructor(message: string, start: number, code: ProblemCode = "TOOL_NOT_FOUND") {
    super(message);
    this.start = start;
    this.code = code;
  }
}

function rewriteImports({ program, code }: Source, servers: LayoutServers): Rewritten {
  const edit = new MagicString(code);
  const imports = program.body.filter((statement): statement is ImportDeclaration => {
    return statement.type === "ImportDeclaration" && pathOf(statement.source) !== undefined;
  });
  const taken = declaredNames(program, new Set(imports));
  const target = new Targets(servers, taken, () => propertyNames(program));
  const bindings = new Map<string, string>();
  for (const statement of imports) {
    for (const [local, expression] of target.ofStatement(statement)) bindings.set(local, expression);
    // The semicolon keeps a line before, if it has none, from continuing in the line after.
    edit.overwrite(statement.start, statement.end, ";");
  }
  const replacements = replacementsOf(program, bindings, target);
  // Such an export is refused later, and has to be parsed until then.
  const declarations = [...new Set(exportedNames(program))].flatMap((name) => {
    const expression = bindings.get(name);
    return expression === undefined ? [] : [`\nconst ${name} = ${expression};`];
  });
  const added = [...replacements.map(([, text]) => text), ...declarations];
  const length = added.reduce((sum, text) => sum + text.length, code.length);
  if (length > MAX_REWRITTEN_LENGTH) throw new Problem(tooLong(length), imports[0]?.start ?? 0, "SYNTAX_ERROR");
  replace(program, edit, replacements);
  for (const declaration of declarations) edit.append(declaration);
  return { ok: true, code: edit.toString(), locate: locateThroughEdits(edit) };
}

type Replacement = readonly [Node, string];

/** @returns what stands for the uses of imports, in the order of the script */
function replacementsOf(
  program: Program,
  bindings: ReadonlyMap<string, string>,
  target: Targets,
): readonly Replacement[] {
  const shorthands = new Set<number>();
  const uses = new Set<Identifier>();
  const replacements: Replacement[] = [];
  full(program, (node, _state, kind) => {
    if (node.type === "Property" && (node as Property).shorthand) shorthands.add(node.start);
    // acorn-walk reports names that are bound or assigned to as "VariablePattern", not "Identifier".
    if (kind === "Identifier" && bindings.has((node as Identifier).name)) uses.add(node as Identifier);
    if (node.type === "ImportExpression") {
      const expression = target.ofExpression(node);
      if (expression !== undefined) replacements.push([node, expression]);
    }
  });
  for (const use of uses.difference(declaredInside(program, uses))) {
    const expression = bindings.get(use.name) ?? use.name;
    replacements.push([use, shorthands.has(use.start) ? `${use.name}: ${expression}` : expression]);
  }
  return replacements.sort(([one], [other]) => one.start - other.start);
}

function replace(program: Program, edit: MagicString, replacements: readonly Replacement[]): void {
  const starts = new Set<number>();
  full(program, (node) => {
    for (const statement of statementsIn(node)) starts.add(statement.start);
  });
  let replaced = 0;
  for (const [{ start, end }, text] of replacements) {
    // The options of an import() go with it.
    if (start < replaced) continue;
    replaced = end;
    // A line before that has no semicolon would call what begins with a parenthesis.
    edit.overwrite(start, end, text.startsWith("(") && starts.has(start) ? `;${text}` : text);
  }
}

/** @returns the names by which the script reads properties, or takes them out of objects */
function propertyNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  full(program, (node) => {
    if (node.type === "MemberExpression") names.add(nameOf(node.property));
    for (const property of node.type === "ObjectPattern" ? node.properties : []) {
      if (property.type === "Property") names.add(nameOf(property.key));
    }
  });
  return names;
}

function exportedNames({ body }: Program): readonly string[] {
  return body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && !statement.source
      ? statement.specifiers.flatMap(({ local }) => (local.type === "Identifier" ? [local.name] : []))
      : [],
  );
}

/** @returns the uses that mean a name which the script declares again in a scope of its own */
function declaredInside({ body }: Program, uses: ReadonlySet<Identifier>): ReadonlySet<Identifier> {
  const found = new Set<Identifier>();
  // A name that is imported cannot be declared at the top, too.
  for (const statement of body) {
    walkScopes(statement, (node, isDeclared) => {
      const name = node as Identifier;
      if (uses.has(name) && isDeclared(name.name)) found.add(name);
    });
  }
  return found;
}

/** @returns the statements of a list, before which the one before has to end */
function statementsIn(node: AnyNode): readonly Node[] {
  switch (node.type) {
    case "Program":
    case "BlockStatement":
    case "StaticBlock":
      return node.body;
    case "SwitchCase":
      return node.consequent;
    default:
      return [];
  }
}

function pathOf(source: Expression): LayoutPath | undefined {
  return readSpecifier(specifierOf(source));
}

/** The expressions that replace what is imported from one file. */
interface ImportedModule {
  readonly namespace: string;
  readonly byDefault: string;
  readonly member: (name: string, start: number) => string;
}

/** Functions of `fs/promises` that the layout has. */
const FILE_FUNCTIONS = ["readdir", "readFile", "writeFile", "appendFile", "unlink", "mkdir"];
const NO_SYNC = ' A script waits for files: import { readFile } from "fs/promises", and write await.';

const PATH_MEMBERS = "join normalize resolve relative basename dirname extname parse isAbsolute sep delimiter".split(
  " ",
);

/** Writes the expressions that replace imports. */
class Targets {
  readonly #servers: LayoutServers;
  readonly #taken: ReadonlySet<string>;
  readonly #readNames: () => ReadonlySet<string>;
  #names: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #modules = new Map<string, ImportedModule>();

  /** @param readNames returns the names of properties that the script uses */
  constructor(servers: LayoutServers, taken: ReadonlySet<string>, readNames: () => ReadonlySet<string>) {
    this.#servers = servers;
    this.#taken = taken;
    this.#readNames = readNames;
  }

  /** @returns local name → expression */
  ofStatement({ source, specifiers, start }: ImportDeclaration): [string, string][] {
    const path = pathOf(source);
    if (path === undefined) return [];
    const imported = this.#module(path, start);
    return specifiers.map((specifier): [string, string] => {
      const { local } = specifier;
      if (specifier.type === "ImportNamespaceSpecifier") return [local.name, imported.namespace];
      const name = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "default";
      return [local.name, name === "default" ? imported.byDefault : imported.member(name, specifier.start)];
    });
  }

  /** @returns undefined for an import of something else */
  ofExpression({ source, start }: ImportExpression): string | undefined {
    const path = pathOf(source);
    return path && `(async () => ${this.#module(path, start).namespace})()`;
  }

  #module(path: LayoutPath, start: number): ImportedModule {
    const key = JSON.stringify(path);
    const known = this.#modules.get(key) ?? this.#newModule(path, start);
    this.#modules.set(key, known);
    return known;
  }

  #newModule(path: LayoutPath, start: number): ImportedModule {
    switch (path.kind) {
      case "server":
        return this.#server(path, start);
      case "servers":
        return {
          namespace: SERVERS,
          byDefault: SERVERS,
          member: (server, at) => this.#namespace(this.#find(server, at)),
        };
      case "skills":
        return this.#skills(path.name, start);
      case "client":
        return withMembers(`${LAYOUT}.callMCPTool`, ["callMCPTool"], `${LAYOUT}.client`, "client.js");
      case "files":
        return path.hasCallbacks
          ? withMembers(`${LAYOUT}.node`, ["promises", ...FILE_FUNCTIONS], `${LAYOUT}.node`, "fs", NO_SYNC)
          : withMembers(`${LAYOUT}.fs`, FILE_FUNCTIONS, `${LAYOUT}.fs`, "fs/promises");
      case "path":
        return withMembers(PATH, PATH_MEMBERS, PATH, "path");
    }
  }

  #server(path: ServerPath, start: number): ImportedModule {
    const server = this.#find(path.server, start);
    const member = (name: string, at: number) => this.#tool(server, name, at);
    if (path.tool === undefined) {
      const namespace = this.#namespace(server);
      return { namespace, byDefault: namespace, member };
    }
    const tool = this.#tool(server, path.tool, start);
    const names = this.#others(
      path.tool,
      (name) => server.findTool(name).ok && this.#tool(server, name, start) === tool,
    );
    return { namespace: specified([path.tool, ...names], tool), byDefault: tool, member };
  }

  /** A saved script is one function: whatever is imported from its file is that. */
  #skills(name: string | undefined, start: number): ImportedModule {
    const all = this.#taken.has("scripts") ? `${LAYOUT}.skills` : "scripts";
    const skill = (wanted: string, at: number): string => {
      const found = this.#servers.findSkill(wanted);
      if (!found.ok) throw new Problem(found.problem, at, "SCRIPT_NOT_FOUND");
      return `${all}[${JSON.stringify(found.name)}]`;
    };
    if (name === undefined) return { namespace: all, byDefault: all, member: skill };
    const one = skill(name, start);
    const names = this.#others(name, (other) => {
      const found = this.#servers.findSkill(other);
      return found.ok && skill(other, start) === one;
    });
    return { namespace: specified([name, ...names], one), byDefault: one, member: () => one };
  }

  /** @returns a few names of properties in the script that are this name in another style, and mean the same */
  #others(name: string, isSame: (other: string) => boolean): readonly string[] {
    this.#names ??= Map.groupBy(this.#readNames(), lettersOf);
    return (this.#names.get(lettersOf(name)) ?? []).slice(0, MAX_STYLES).filter(isSame);
  }

  #find(name: string, start: number): LayoutServer {
    const found = this.#servers.findServer(name);
    if (!found.ok) throw new Problem(found.problem, start);
    return found.server;
  }

  #namespace({ identifier }: LayoutServer): string {
    return this.#taken.has(identifier) ? `${SERVERS}.${identifier}` : identifier;
  }

  #tool(server: LayoutServer, name: string, start: number): string {
    const found = server.findTool(name);
    if (!found.ok) throw new Problem(found.problem, start);
    return `${this.#namespace(server)}[${JSON.stringify(found.identifier)}]`;
  }
}

/** @returns what `get_issue`, `get-issue` and `getIssue` have in common */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** @param names the file's own name, by which its member is imported, too, and others that the script uses for it */
function specified(names: readonly string[], expression: string): string {
  const members = [...new Set(names)].map((name) => `[${JSON.stringify(name)}]: ${expression}`);
  return `({ default: ${expression}, ${members.join(", ")} })`;
}

function withMembers(
  byDefault: string,
  members: readonly string[],
  namespace: string,
  file: string,
  advice = "",
): ImportedModule {
  return {
    namespace,
    byDefault,
    member(name, start) {
      if (members.includes(name)) return `${namespace}.${name}`;
      const message = `${file} has no ${JSON.stringify(name.slice(0, 100))} here: only ${members.join(", ")}.${advice}`;
      throw new Problem(message, start, "PACKAGE_NOT_ALLOWED");
    },
  };
}

function nameOf(node: Node): string {
  if (node.type === "Identifier") return (node as Identifier).name;
  return "value" in node ? String(node.value) : "";
}
