import type { listField } from '@ce/contract'
import type { z } from 'zod'
import {
  plainTitle,
  readColumns,
  rowsOf,
  type TableColumn,
  type TableRow,
} from '../../../platform/sheets/columns.ts'

export type { TableColumn } from '../../../platform/sheets/columns.ts'
export type ListField = z.output<typeof listField>
export type Mapping = (ListField | null)[]

/** What people call a column, without spaces and marks. */
const titles: [ListField, RegExp][] = [
  ['NAME', /^(姓名|名字|员工姓名|药师姓名|学员姓名|name)$/i],
  ['ID_NO', /^(证件号码?|身份证号?码?|身份证件号码?|居民身份证号?码?|idno)$/i],
  [
    'CERTIFICATE_NO',
    /^(执业药师)?(职业)?(资格)?证书(编号|号码?)$|^(执业药师)?资格证(编)?号$|^证书管理号$/,
  ],
  ['PHONE', /^(手机号?码?|联系电话|电话|移动电话|phone)$/i],
]

/** of one file */
export const mostRows = 1000

export type ListRow = TableRow<ListField>

export interface EmployerList {
  columns: TableColumn[]
  mapping: Mapping
  /** null: a column that is needed is not there */
  rows: ListRow[] | null
}

/** The rows of a list, by what its columns hold: the name, and one number or both. @throws UnreadableFile */
export function readList(cells: string[][], wanted: Mapping | null): EmployerList {
  const table = readColumns<ListField>(cells, wanted, {
    mostRows,
    fieldOf: (title) => fieldOf(title) ?? null,
    isWord: (title) => fieldOf(title) !== undefined,
  })
  const { columns, mapping } = table
  const numbered = mapping.includes('ID_NO') || mapping.includes('CERTIFICATE_NO')
  if (!mapping.includes('NAME') || !numbered) return { columns, mapping, rows: null }
  return { columns, mapping, rows: rowsOf(table) }
}

function fieldOf(title: string): ListField | undefined {
  return titles.find(([, pattern]) => pattern.test(plainTitle(title)))?.[0]
}
