/** Long texts of runs, cut into chunks: input, value, logs, and texts too long for a call's row. */
import { SqlTable } from "../../lib/sql-table.ts";
import { cut } from "./chunks.ts";

export const TEXT_TABLES = `
  CREATE TABLE run_text (
    run INTEGER NOT NULL, part TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (run, part, position)
  ) WITHOUT ROWID;
`;

/** `arguments:3` belongs to call 3. */
type TextPart = "input" | "value" | "logs" | `arguments:${number}` | `result:${number}`;

export class TextTable extends SqlTable {
  /** Has to be called once per part, because a shorter text would not remove all chunks of a longer one. */
  write(run: number, part: TextPart, text: string): void {
    cut(text).forEach((chunk, position) => {
      this.run(
        "INSERT OR REPLACE INTO run_text (run, part, position, text) VALUES (?, ?, ?, ?)",
        run,
        part,
        position,
        chunk,
      );
    });
  }

  read(run: number, part: TextPart): string | undefined {
    const chunks = this.rows<{ text: string }>(
      "SELECT text FROM run_text WHERE run = ? AND part = ? ORDER BY position",
      run,
      part,
    );
    return chunks.length === 0 ? undefined : chunks.map(({ text }) => text).join("");
  }
}
