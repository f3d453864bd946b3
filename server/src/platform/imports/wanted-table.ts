import type { WantedTable } from '../db/staged-import.ts'

/** What a request names of a table; null: nothing, and the reader finds it. */
export function wantedTable({
  sheet,
  headRow,
}: {
  sheet?: string | undefined
  headRow?: number | undefined
}): WantedTable | null {
  if (sheet === undefined && headRow === undefined) return null
  return { sheet: sheet ?? null, headRow: headRow ?? null }
}
