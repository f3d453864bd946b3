import type { rosterField, rosterKind } from '@ce/contract'
import type { z } from 'zod'
import { type Table, type TableRow, tableOf } from '../../../platform/sheets/columns.ts'
import { certificateNoWord, idNoWord, phoneWord } from '../../../platform/sheets/person-words.ts'
import type { Sheet } from '../../../platform/sheets/sheet.ts'

export type { TableColumn } from '../../../platform/sheets/columns.ts'
export type RosterField = z.output<typeof rosterField>
export type RosterKind = z.output<typeof rosterKind>
export type Mapping = (RosterField | null)[]

const words: [RosterField, RegExp][] = [
  ['NAME', /^(姓名|名字|学员姓名|药师姓名|name)$/i],
  ['ID_TYPE', /^(证件类型|证件类别|证件种类)$/],
  ['ID_NO', idNoWord],
  ['PHONE', phoneWord],
  ['CERTIFICATE_NO', certificateNoWord],
  ['EMPLOYER', /^(执业单位|工作单位|单位|单位名称|所在单位|employer)$/i],
  ['TITLE', /^(职称|专业技术职称)$/],
  ['YEAR', /^(年度|年份|培训年度|所属年度|year)$/i],
  ['HOURS', /^(学时|公需学时|学时数|获得学时|hours)$/i],
  ['COURSE', /^(课程|课程名称|项目|项目名称|培训名称|学习内容)$/],
  ['ISSUER', /^(颁发(单位|机构)|发证(单位|机构)|主办单位|培训机构|认定单位|出具单位|issuer)$/i],
  ['REFERENCE', /^(凭证号?|凭证编号|合格证编?号|证明编?号|学时证明编?号|记录编?号)$/],
]

/** without these no row says enough */
const needed: Readonly<Record<RosterKind, readonly (readonly RosterField[])[]>> = {
  STUDENTS: [['NAME'], ['ID_NO'], ['PHONE'], ['CERTIFICATE_NO']],
  HOURS: [['YEAR'], ['HOURS'], ['ISSUER'], ['ID_NO', 'CERTIFICATE_NO']],
}

/** what only the other kind of table is asked for: here it is any column */
const foreign: Readonly<Record<RosterKind, readonly RosterField[]>> = {
  STUDENTS: ['YEAR', 'HOURS', 'COURSE', 'ISSUER', 'REFERENCE'],
  HOURS: ['ID_TYPE', 'PHONE', 'EMPLOYER', 'TITLE'],
}

/** what every row has a figure in */
const figures: readonly RosterField[] = ['ID_NO', 'PHONE', 'CERTIFICATE_NO', 'YEAR', 'HOURS']

/** of one file */
export const mostRows = 20_000
/** what need not be read beyond, with the rows above the table */
export const rowsToRead = mostRows + 20

export type RosterRow = TableRow<RosterField>

const wordsOf = (kind: RosterKind) => words.filter(([field]) => !foreign[kind].includes(field))

/** What titles of such a table are known by: the sheet of a workbook that has most of them is meant. */
export const knownColumns = (kind: RosterKind) => wordsOf(kind).map(([, word]) => word)

/** The rows of a table, by what its columns hold. @throws UnreadableFile */
export function readRoster(
  kind: RosterKind,
  sheet: Sheet,
  { mapping, head }: { mapping: Mapping | null; head: number | null },
): Table<RosterField> {
  const suffices = (has: (field: RosterField) => boolean) =>
    needed[kind].every((some) => some.some(has))
  return tableOf(
    sheet,
    { mapping, head, hidden: 'LEAVE_OUT' },
    { mostRows, words: wordsOf(kind), suffices, figures },
  )
}
