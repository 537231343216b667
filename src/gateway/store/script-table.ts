/** Saved scripts, with all versions of each. */
import { present, type RowOf, SqlTable } from "../../lib/sql-table.ts";
import type { ScriptSummary } from "../../catalog/script-summary.ts";
import type { NewScript, Saved, SavedScript } from "../../saved-scripts/saved-script.ts";

/** `removed_script` has the last versions of removed scripts: `report@1` of a schedule must not become another script of that name. */
export const SCRIPT_TABLES = `
  CREATE TABLE script (
    name TEXT NOT NULL, version INTEGER NOT NULL, description TEXT NOT NULL, expose TEXT NOT NULL, input_schema TEXT,
    code TEXT NOT NULL, language TEXT, tools TEXT NOT NULL, created_at INTEGER NOT NULL, from_run TEXT,
    other_tools INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (name, version)
  ) WITHOUT ROWID;
  CREATE TABLE removed_script (name TEXT PRIMARY KEY, version INTEGER NOT NULL);
`;

const SUMMARY_COLUMNS = "description, expose, input_schema AS inputSchema";
const COLUMNS = `name, version, ${SUMMARY_COLUMNS}, code, language, tools, other_tools, created_at AS createdAt, from_run AS fromRun`;

/** The oldest are forgotten. */
const MAX_REMOVED = 2_000;
const MAX_SCRIPTS = 500;
/** The maximum number of versions of one script; the oldest are deleted. */
const MAX_VERSIONS = 50;
/** Bytes of the code of all scripts with their versions. Beyond it, the script whose earlier versions take the most room loses the oldest of them. */
const MAX_CODE_BYTES = 50_000_000;
/** The maximum length of all summaries as JSON: they are sent with every catalog. */
const MAX_SUMMARIES_LENGTH = 2_000_000;

export class ScriptTable extends SqlTable {
  /** Cached, because every catalog needs them. */
  #summaries: readonly ScriptSummary[] | undefined;

  /** The newest version of each script, by name. */
  summaries(): readonly ScriptSummary[] {
    this.#summaries ??= this.rows<Row>(
      `SELECT name, max(version) AS version, ${SUMMARY_COLUMNS} FROM script GROUP BY name ORDER BY name`,
    ).map(({ inputSchema, ...row }) => ({ ...row, ...parsedSchema(inputSchema) }));
    return this.#summaries;
  }

  /** Returns the newest version unless a version is given. */
  get(name: string, version?: number): SavedScript | undefined {
    const row = this.first<FullRow>(
      `SELECT ${COLUMNS} FROM script WHERE name = ? AND (version = ? OR ? IS NULL) ORDER BY version DESC LIMIT 1`,
      name,
      version ?? null,
      version ?? null,
    );
    return row && scriptOf(row);
  }

  versions(name: string): readonly { readonly version: number; readonly createdAt: number }[] {
    return this.rows<{ version: number; createdAt: number }>(
      "SELECT version, created_at AS createdAt FROM script WHERE name = ? ORDER BY version DESC",
      name,
    );
  }

  /** @param base the version that was edited; the save conflicts if a newer one exists */
  save(script: NewScript, now: number, base?: number): Saved {
    const { name } = script;
    const latest = this.#latest(name);
    if (latest === 0 && this.summaries().length >= MAX_SCRIPTS) {
      return { ok: false, problem: `There are ${MAX_SCRIPTS} saved scripts already; delete some.` };
    }
    if (base !== undefined && latest !== base) {
      return {
        ok: false,
        problem: `The script ${name} was changed or deleted at the same time. Read it and repeat the change.`,
      };
    }
    const summaries = this.summaries().filter((one) => one.name !== name);
    const { length } = JSON.stringify([...summaries, { ...script, code: "", tools: [] }]);
    if (length > MAX_SUMMARIES_LENGTH) {
      const problem = `With this one, descriptions and schemas of saved scripts would have ${length} characters, of ${MAX_SUMMARIES_LENGTH}; shorten some.`;
      return { ok: false, problem };
    }
    const newest = [...this.#sizes()].flatMap(([other, versions]) => (other === name ? [] : versions.slice(-1)));
    const bytes = sum(newest) + new TextEncoder().encode(script.code).length;
    if (bytes > MAX_CODE_BYTES) {
      const problem = `With this one, the saved scripts would have ${bytes} bytes of code, of ${MAX_CODE_BYTES}; delete some.`;
      return { ok: false, problem };
    }
    const saved = { ...script, version: (latest === 0 ? this.#removed(name) : latest) + 1, createdAt: now };
    this.storage.transactionSync(() => {
      this.run(
        `INSERT INTO script (name, version, description, expose, input_schema, code, language, tools, other_tools, created_at,
           from_run) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        name,
        saved.version,
        saved.description,
        saved.expose,
        saved.inputSchema === undefined ? null : JSON.stringify(saved.inputSchema),
        saved.code,
        saved.language ?? null,
        JSON.stringify(saved.tools),
        saved.hasOtherTools ? 1 : 0,
        now,
        saved.fromRun ?? null,
      );
      this.run("DELETE FROM script WHERE name = ? AND version <= ?", name, saved.version - MAX_VERSIONS);
      this.#makeRoom();
    });
    this.#summaries = undefined;
    return { ok: true, script: saved };
  }

  /** Deletes earlier versions beyond the bytes of all scripts. */
  #makeRoom(): void {
    const sizes = this.#sizes();
    let excess = sum([...sizes.values()].flat()) - MAX_CODE_BYTES;
    while (excess > 0) {
      const [name, versions] = [...sizes].reduce((max, one) => (earlier(one[1]) > earlier(max[1]) ? one : max));
      const oldest = versions.length > 1 ? versions.shift() : undefined;
      if (oldest === undefined) return;
      this.run("DELETE FROM script WHERE name = ? AND version = ?", name, oldest.version);
      excess -= oldest.bytes;
    }
  }

  /** The versions of each script, oldest first. Reads no code. */
  #sizes(): ReadonlyMap<string, Size[]> {
    const rows = this.rows<Size & { name: string }>(
      "SELECT name, version, octet_length(code) AS bytes FROM script ORDER BY name, version",
    );
    return Map.groupBy(rows, ({ name }) => name);
  }

  /** Removes all versions; their numbers are not used again. */
  remove(name: string): boolean {
    const latest = this.#latest(name);
    if (latest === 0) return false;
    this.#summaries = undefined;
    this.storage.transactionSync(() => {
      this.run("INSERT OR REPLACE INTO removed_script (name, version) VALUES (?, ?)", name, latest);
      this.run(
        "DELETE FROM removed_script WHERE rowid <= (SELECT rowid FROM removed_script ORDER BY rowid DESC LIMIT 1 OFFSET ?)",
        MAX_REMOVED,
      );
      this.run("DELETE FROM script WHERE name = ?", name);
    });
    return true;
  }

  /** @returns the number of the newest version; 0 if there is no such script */
  #latest(name: string): number {
    return this.one<{ latest: number }>("SELECT coalesce(max(version), 0) AS latest FROM script WHERE name = ?", name)
      .latest;
  }

  #removed(name: string): number {
    return this.first<{ version: number }>("SELECT version FROM removed_script WHERE name = ?", name)?.version ?? 0;
  }
}

type Size = { version: number; bytes: number };

function sum(sizes: readonly Size[]): number {
  return sizes.reduce((all, { bytes }) => all + bytes, 0);
}

/** Bytes of all versions but the newest. */
function earlier(versions: readonly Size[]): number {
  return sum(versions.slice(0, -1));
}

type Row = Required<Omit<ScriptSummary, "inputSchema">> & { inputSchema: string | null };

type StoredFields = Omit<SavedScript, "inputSchema" | "tools" | "hasOtherTools">;
type FullRow = RowOf<StoredFields> & { inputSchema: string | null; tools: string; other_tools: number };

function parsedSchema(text: string | null): Pick<ScriptSummary, "inputSchema"> {
  return text === null ? {} : { inputSchema: JSON.parse(text) as Record<string, unknown> };
}

function scriptOf({ inputSchema, tools, other_tools: otherTools, ...row }: FullRow): SavedScript {
  return {
    ...present<StoredFields>(row),
    ...parsedSchema(inputSchema),
    tools: JSON.parse(tools) as SavedScript["tools"],
    hasOtherTools: otherTools === 1,
  };
}
