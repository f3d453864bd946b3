import type { listField } from '@ce/contract'
import type { z } from 'zod'
import { type Table, type TableRow, tableOf } from '../../../platform/sheets/columns.ts'
import { certificateNoWord, idNoWord, phoneWord } from '../../../platform/sheets/person-words.ts'
import type { Sheet } from '../../../platform/sheets/sheet.ts'

export type { TableColumn } from '../../../platform/sheets/columns.ts'
export type ListField = z.output<typeof listField>
export type Mapping = (ListField | null)[]

const words: [ListField, RegExp][] = [
  ['NAME', /^(姓名|名字|员工姓名|药师姓名|学员姓名|name)$/i],
  ['ID_NO', idNoWord],
  ['CERTIFICATE_NO', certificateNoWord],
  ['PHONE', phoneWord],
]

/** of one file */
export const mostRows = 1000

export type ListRow = TableRow<ListField>

/** The sheet of a workbook that has most of them is meant. */
export const known = words.map(([, word]) => word)

/** The rows of a list, by what its columns hold: the name, and one number or both. @throws UnreadableFile */
export function readList(
  sheet: Sheet,
  { mapping, head }: { mapping: Mapping | null; head: number | null },
): Table<ListField> {
  return tableOf(
    sheet,
    { mapping, head, hidden: 'LEAVE_OUT' },
    {
      mostRows,
      words,
      figures: ['ID_NO', 'CERTIFICATE_NO', 'PHONE'],
      suffices: (has) => has('NAME') && (has('ID_NO') || has('CERTIFICATE_NO')),
    },
  )
}
