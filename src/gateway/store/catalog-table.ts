/**
 * The tool lists of upstreams, so that a search after an eviction needs no request to an upstream. A row belongs to the entry of
 * gateway.json with which it was read (`definition`; see `ListedToolsStore`): a changed entry starts without a list. The list is cut into chunks because
 * a SQLite value in a Durable Object holds at most 2 MB.
 */
import { SqlTable } from "../../lib/sql-table.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import type { Shape } from "../../../sdk-gen/index.ts";
import type { ListedTools, ListedToolsStore } from "../../upstream/listed-tools.ts";
import type { ShapeStore } from "../../upstream/observed-results.ts";
import { cut } from "./chunks.ts";

export const CATALOG_TABLES = `
  CREATE TABLE catalog (
    server TEXT PRIMARY KEY, definition TEXT NOT NULL, hash TEXT NOT NULL, known TEXT, unreadable TEXT NOT NULL,
    listed_at INTEGER NOT NULL
  );
  CREATE TABLE catalog_asked (server TEXT PRIMARY KEY, definition TEXT NOT NULL);
  CREATE TABLE catalog_chunk (
    server TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (server, position)
  );
  CREATE TABLE observed_shape (server TEXT NOT NULL, tool TEXT NOT NULL, shape TEXT NOT NULL, PRIMARY KEY (server, tool));
`;

export class CatalogTable extends SqlTable implements ListedToolsStore, ShapeStore {
  read(server: string, definition: string): ListedTools | undefined {
    const row = this.first<{ hash: string; known: string | null; unreadable: string; listed_at: number }>(
      "SELECT hash, known, unreadable, listed_at FROM catalog WHERE server = ? AND definition = ?",
      server,
      definition,
    );
    if (row === undefined) return undefined;
    const chunks = this.rows<{ text: string }>(
      "SELECT text FROM catalog_chunk WHERE server = ? ORDER BY position",
      server,
    );
    const text = chunks.map((chunk) => chunk.text).join("");
    return {
      hash: row.hash,
      tools: JSON.parse(text) as readonly ToolDefinition[],
      unreadable: JSON.parse(row.unreadable) as readonly string[],
      listedAt: row.listed_at,
      ...(row.known !== null && { known: row.known }),
    };
  }

  write(server: string, definition: string, { hash, tools, known, unreadable, listedAt }: ListedTools): void {
    const text = JSON.stringify(tools);
    this.storage.transactionSync(() => {
      this.run(
        "INSERT OR REPLACE INTO catalog (server, definition, hash, known, unreadable, listed_at) VALUES (?, ?, ?, ?, ?, ?)",
        server,
        definition,
        hash,
        known ?? null,
        JSON.stringify(unreadable),
        listedAt,
      );
      this.run("DELETE FROM catalog_chunk WHERE server = ?", server);
      cut(text).forEach((chunk, position) => {
        this.run("INSERT INTO catalog_chunk (server, position, text) VALUES (?, ?, ?)", server, position, chunk);
      });
    });
  }

  readShapes(server: string): readonly { readonly tool: string; readonly shape: Shape }[] {
    const rows = this.rows<{ tool: string; shape: string }>(
      "SELECT tool, shape FROM observed_shape WHERE server = ?",
      server,
    );
    return rows.map(({ tool, shape }) => ({ tool, shape: JSON.parse(shape) as Shape }));
  }

  writeShape(server: string, tool: string, shape: Shape): void {
    this.run(
      "INSERT OR REPLACE INTO observed_shape (server, tool, shape) VALUES (?, ?, ?)",
      server,
      tool,
      JSON.stringify(shape),
    );
  }

  deleteShape(server: string, tool: string): void {
    this.run("DELETE FROM observed_shape WHERE server = ? AND tool = ?", server, tool);
  }

  noteAsked(server: string, definition: string): boolean {
    const rows = this.rows("SELECT 1 FROM catalog_asked WHERE server = ? AND definition = ?", server, definition);
    if (rows.length > 0) return true;
    this.run("INSERT OR REPLACE INTO catalog_asked (server, definition) VALUES (?, ?)", server, definition);
    return false;
  }
}
