import type { ParquetColumn, ParquetRow } from '../../../platform/files/parquet.ts'

export const sealedTable = 'study_beat'

/** The partition of a month. Its numbers are from `first` up to, but not including, `end`. */
export interface SealableMonth {
  name: string
  month: number
  first: number
  end: number
}

export type SealedRow = ParquetRow

/** The rows of `study_beat`, with ranges and ids as PostgreSQL writes them. */
export const heartbeatColumns: readonly ParquetColumn[] = [
  { name: 'session_no', type: 'INT64', indexed: true },
  { name: 'seq', type: 'INT32' },
  { name: 'at', type: 'MICROSECONDS' },
  { name: 'event', type: 'STRING' },
  { name: 'position_ds', type: 'INT32' },
  { name: 'intervals', type: 'STRING' },
  { name: 'answered_presence_id', type: 'STRING', nullable: true },
  { name: 'added_ds', type: 'INT32' },
  { name: 'credited_ds', type: 'INT32' },
  { name: 'furthest_ds', type: 'INT32' },
  { name: 'lesson_done', type: 'BOOLEAN' },
  { name: 'course_done', type: 'BOOLEAN' },
  { name: 'presence_id', type: 'STRING', nullable: true },
  { name: 'presence_due_at', type: 'MICROSECONDS', nullable: true },
  { name: 'presence_answer_by', type: 'MICROSECONDS', nullable: true },
]

/** Whole numbers that may be long are bigint in such a file. */
export function toParquetRow(row: Readonly<Record<string, number | string | boolean | null>>): SealedRow {
  const entries = heartbeatColumns.map(({ name, type }) => {
    const value = row[name] ?? null
    const isLong = type === 'INT64' || type === 'MICROSECONDS'
    return [name, isLong && typeof value === 'number' ? BigInt(value) : value] as const
  })
  return Object.fromEntries(entries)
}
