/**
 * Rewrites `import { getDocument } from "./servers/google-drive"` and its variants, for scripts written for a folder of
 * generated tool files. Every use of an imported name becomes `google_drive.get_document`, so that the script is checked
 * before it runs like any other, and one that is a single function stays one. Other imports stay and are refused later.
 */
import { full } from "acorn-walk";
import type { Expression, Identifier, ImportDeclaration, ImportExpression, Node, Program, Property } from "acorn";
import MagicString from "magic-string";
import { locateThroughEdits, positionAt } from "../../worker-loader/prepare/position.ts";
import type { Rewrite, Rewritten } from "../../worker-loader/prepare/rewrite.ts";
import type { Source } from "../../worker-loader/prepare/source.ts";
import { errorAt } from "../../worker-loader/prepare/syntax-error.ts";
import { declaredNames } from "./declared-names.ts";
import type { LayoutServer, LayoutServers } from "./layout-servers.ts";
import { SERVERS } from "./reserved-name.ts";
import { readSpecifier } from "./specifier.ts";
import type { LayoutPath } from "./specifier.ts";

/** A cheap test. @returns false if the script certainly has no import of the layout */
export function mayUseLayout(code: string): boolean {
  return code.includes("servers/") && code.includes("import");
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
        return { ok: false, error: errorAt("TOOL_NOT_FOUND", error.message, place, text) };
      }
    },
  };
}

/** An imported server or tool does not exist. */
class Problem extends Error {
  readonly start: number;

  constructor(message: string, start: number) {
    super(message);
    this.start = start;
  }
}

function rewriteImports({ program, code }: Source, servers: LayoutServers): Rewritten {
  const edit = new MagicString(code);
  const imports = program.body.filter((statement): statement is ImportDeclaration => {
    return statement.type === "ImportDeclaration" && pathOf(statement.source) !== undefined;
  });
  const taken = declaredNames(program, new Set(imports));
  const target = new Targets(servers, taken);
  const bindings = new Map<string, string>();
  for (const statement of imports) {
    for (const [local, expression] of target.ofStatement(statement)) bindings.set(local, expression);
    // The semicolon keeps a line before, if it has none, from continuing in the line after.
    edit.overwrite(statement.start, statement.end, ";");
  }
  replaceUses(program, edit, bindings, taken, target);
  // Uses of a name that is declared again elsewhere cannot be replaced by name, so it becomes a constant.
  const redeclared = [...bindings].filter(([local]) => taken.has(local));
  if (redeclared.length > 0)
    edit.prepend(`const ${redeclared.map(([local, expression]) => `${local} = ${expression}`).join(", ")}; `);
  return { ok: true, code: edit.toString(), locate: locateThroughEdits(edit) };
}

function replaceUses(
  program: Program,
  edit: MagicString,
  bindings: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
  target: Targets,
): void {
  const shorthands = new Set<number>();
  const uses: Identifier[] = [];
  full(program, (node, _state, kind) => {
    if (node.type === "Property" && (node as Property).shorthand) shorthands.add(node.start);
    // acorn-walk reports names that are bound or assigned to as "VariablePattern", not "Identifier".
    if (kind === "Identifier") uses.push(node as Identifier);
    if (node.type === "ImportExpression") {
      const expression = target.ofExpression(node);
      if (expression !== undefined) edit.overwrite(node.start, node.end, expression);
    }
  });
  for (const { name, start, end } of uses) {
    const expression = taken.has(name) ? undefined : bindings.get(name);
    if (expression === undefined) continue;
    edit.overwrite(start, end, shorthands.has(start) ? `${name}: ${expression}` : expression);
  }
}

function pathOf(source: Expression): LayoutPath | undefined {
  if (source.type === "Literal" && typeof source.value === "string") return readSpecifier(source.value);
  const [only, ...more] = source.type === "TemplateLiteral" ? source.quasis : [];
  return only !== undefined && more.length === 0 ? readSpecifier(only.value.cooked ?? undefined) : undefined;
}

/** Writes the expressions that replace imports. */
class Targets {
  readonly #servers: LayoutServers;
  readonly #taken: ReadonlySet<string>;

  constructor(servers: LayoutServers, taken: ReadonlySet<string>) {
    this.#servers = servers;
    this.#taken = taken;
  }

  /** @returns local name → expression */
  ofStatement({ source, specifiers, start }: ImportDeclaration): [string, string][] {
    const path = pathOf(source);
    if (path === undefined) return [];
    const server = this.#find(path, start);
    if (path.tool !== undefined) this.#tool(server, path.tool, start);
    return specifiers.map((specifier): [string, string] => {
      const { local } = specifier;
      const name = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : undefined;
      if (specifier.type === "ImportNamespaceSpecifier") return [local.name, this.#namespace(server)];
      if (name !== undefined && name !== "default") return [local.name, this.#tool(server, name, specifier.start)];
      return [local.name, path.tool === undefined ? this.#namespace(server) : this.#tool(server, path.tool, start)];
    });
  }

  /** @returns undefined for an import of something else */
  ofExpression({ source, start }: ImportExpression): string | undefined {
    const path = pathOf(source);
    if (path === undefined) return undefined;
    const server = this.#find(path, start);
    if (path.tool === undefined) return `(async () => ${this.#namespace(server)})()`;
    const tool = this.#tool(server, path.tool, start);
    return `(async () => ({ default: ${tool}, [${JSON.stringify(path.tool)}]: ${tool} }))()`;
  }

  #find({ server }: LayoutPath, start: number): LayoutServer {
    const found = this.#servers.findServer(server);
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

function nameOf(node: Node): string {
  if (node.type === "Identifier") return (node as Identifier).name;
  return "value" in node ? String(node.value) : "";
}
