import type { RosterImport } from '@ce/client/staff/roster_import.ts'
import type { RowShow } from '@ce/contract/import-fields'

/** How an import of any kind stands. */
export interface ImportReport<Field extends string>
  extends Pick<RosterImport, 'importId' | 'fileName' | 'state' | 'problem' | 'table' | 'columns'>,
    Pick<RosterImport, 'read' | 'total' | 'written' | 'counts' | 'rowsKept'> {
  mapping: readonly (Field | null)[]
}

/** A row of its report. */
export interface ReportRow {
  no: number
  action: 'CREATE' | 'SAME' | 'REFUSE' | 'WRITTEN'
  label: string
  shown: Readonly<Record<string, string>>
  notes: readonly { field: string | null; doubt: boolean; note: string; was: string | null }[]
  problems: readonly { field: string | null; column: string; problem: string }[]
}

/** Which table of its file somebody chose, and what its columns are; nothing said: found by the reader. */
export interface TableWish<Field extends string> {
  sheet?: string
  headRow?: number
  mapping: (Field | null)[] | null
}

/** Which rows can be looked at, in the order in which they are offered. */
export function offeredShows({ state, counts }: Pick<ImportReport<string>, 'state' | 'counts'>) {
  const over = state === 'DONE'
  const first: RowShow[] = over ? ['WRITTEN'] : ['CREATE']
  const left: RowShow[] = over && counts.CREATE > 0 ? ['CREATE'] : []
  return [...first, ...left, 'CHANGED', 'DOUBT', 'REFUSE', 'SAME'] satisfies RowShow[]
}

/** What is looked at first: what hinders, then what should be looked at. */
export function firstShow(report: Pick<ImportReport<string>, 'state' | 'counts'>): RowShow {
  const urgent = ['REFUSE', 'DOUBT', 'CHANGED', 'CREATE', 'WRITTEN', 'SAME'] as const
  const offered: readonly RowShow[] = offeredShows(report)
  return (
    urgent.find((show) => offered.includes(show) && report.counts[show] > 0) ??
    offered[0] ??
    'CREATE'
  )
}

export function showWords(show: RowShow, state: ImportReport<string>['state']): string {
  if (show === 'CREATE') return state === 'DONE' ? '没有写入' : '可导入'
  return words[show]
}

const words: Readonly<Record<Exclude<RowShow, 'CREATE'>, string>> = {
  WRITTEN: '已写入',
  CHANGED: '有改动',
  DOUBT: '有疑问',
  REFUSE: '有错误',
  SAME: '无变化',
}
