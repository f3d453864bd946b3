import type { RawBuilder } from 'kysely'

/** A value of a copy as JSON has it. */
export type Value = string | number | boolean | Date | null

/** One kind of thing that is kept about a student. */
export interface Section {
  /** its name in data.json */
  key: string
  title: string
  /** what a reader should know of it */
  note?: string
  /** keys of the rows, in order, as a reader sees them; only these leave */
  columns: readonly (readonly [
    key: string,
    label: string,
    words?: Readonly<Record<string, string>>,
  ])[]
  /** rows of all accounts of the person; `places`: by its id, where in the copy a file lies */
  rows(ids: readonly string[], places: Places): RawBuilder<Record<string, Value>>
  /** too many for a page: in data.json only */
  long?: boolean
}

/** Where in the copy a file lies; one that is not here has none. */
export type Places = Readonly<Record<string, string>>

export interface Filled extends Omit<Section, 'rows'> {
  rows: Record<string, Value>[]
}

/** Only what the columns name. */
export function only(
  section: Section,
  rows: readonly Record<string, Value>[],
): Record<string, Value>[] {
  return rows.map((row) =>
    Object.fromEntries(section.columns.map(([key]) => [key, row[key] ?? null])),
  )
}
