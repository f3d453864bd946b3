import { setImmediate } from 'node:timers/promises'

const batch = 500

/** The same as `rows.map(make)`, with a pause after every few hundred: others are answered in between. */
export async function inBatches<Row, Made>(
  rows: readonly Row[],
  make: (row: Row) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % batch === 0) await setImmediate()
    made.push(make(row))
  }
  return made
}
