/**
 * Assigns rows to columns so that the sum of the scores is highest: each row and column at most once, and no pair whose
 * score is 0 (the Hungarian method; rows² × columns steps).
 */
export interface Assignment {
  /** The column of each row, or undefined. */
  readonly columns: readonly (number | undefined)[];
  readonly total: number;
}

/** @param scores rows of columns, each score from 0 to 1; all rows have the same length */
export function assign(scores: readonly (readonly number[])[]): Assignment {
  const rows = scores.length;
  // Every row also has a column of its own, with score 0, which stands for no assignment.
  const width = (scores[0]?.length ?? 0) + rows;
  const cost = (row: number, column: number): number => -(scores[row - 1]?.[column - 1] ?? 0);
  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(width + 1);
  const rowOf = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row += 1) {
    const cameFrom = new Int32Array(width + 1);
    const slack = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const visited = new Uint8Array(width + 1);
    let column = 0;
    rowOf[0] = row;
    do {
      visited[column] = 1;
      const current = rowOf[column] ?? 0;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= width; other += 1) {
        if (visited[other] === 1) continue;
        const reduced = cost(current, other) - (rowPotential[current] ?? 0) - (columnPotential[other] ?? 0);
        if (reduced < (slack[other] ?? 0)) {
          slack[other] = reduced;
          cameFrom[other] = column;
        }
        if ((slack[other] ?? 0) < step) {
          step = slack[other] ?? 0;
          next = other;
        }
      }
      for (let other = 0; other <= width; other += 1) {
        if (visited[other] === 1) {
          const matched = rowOf[other] ?? 0;
          rowPotential[matched] = (rowPotential[matched] ?? 0) + step;
          columnPotential[other] = (columnPotential[other] ?? 0) - step;
        } else slack[other] = (slack[other] ?? 0) - step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = cameFrom[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  return readOff(scores, rowOf);
}

function readOff(scores: readonly (readonly number[])[], rowOf: Int32Array): Assignment {
  const columns: (number | undefined)[] = scores.map(() => undefined);
  let total = 0;
  rowOf.forEach((row, column) => {
    const score = column === 0 ? 0 : (scores[row - 1]?.[column - 1] ?? 0);
    if (row === 0 || score === 0) return;
    columns[row - 1] = column - 1;
    total += score;
  });
  return { columns, total };
}
