import type { rosterField, rosterKind } from '@ce/contract'
import type { z } from 'zod'
import type { SheetTableKind, SheetTableRow } from '../../../../platform/sheets/columns.ts'
import { certificateNoTitle, idNoTitle, phoneTitle } from '../../../../platform/sheets/titles.ts'

export type RosterField = z.output<typeof rosterField>
export type RosterKind = z.output<typeof rosterKind>

const words: [RosterField, RegExp][] = [
  ['NAME', /^(姓名|名字|学员姓名|药师姓名|name)$/i],
  ['ID_TYPE', /^(证件类型|证件类别|证件种类)$/],
  ['ID_NO', idNoTitle],
  ['PHONE', phoneTitle],
  ['CERTIFICATE_NO', certificateNoTitle],
  ['EMPLOYER', /^(执业单位|工作单位|单位|单位名称|所在单位|employer)$/i],
  ['TITLE', /^(职称|专业技术职称)$/],
  ['YEAR', /^(年度|年份|培训年度|所属年度|year)$/i],
  ['HOURS', /^(学时|公需学时|学时数|获得学时|hours)$/i],
  ['COURSE', /^(课程|课程名称|项目|项目名称|培训名称|学习内容)$/],
  ['ISSUER', /^(颁发(单位|机构)|发证(单位|机构)|主办单位|培训机构|认定单位|出具单位|issuer)$/i],
  ['REFERENCE', /^(凭证号?|凭证编号|合格证编?号|证明编?号|学时证明编?号|记录编?号)$/],
]

const needed: Readonly<Record<RosterKind, readonly (readonly RosterField[])[]>> = {
  STUDENTS: [['NAME'], ['ID_NO'], ['PHONE'], ['CERTIFICATE_NO']],
  HOURS: [['YEAR'], ['HOURS'], ['ISSUER'], ['ID_NO', 'CERTIFICATE_NO']],
}

/** Columns that only lists of the other kind have, so they are not looked for. */
const foreign: Readonly<Record<RosterKind, readonly RosterField[]>> = {
  STUDENTS: ['YEAR', 'HOURS', 'COURSE', 'ISSUER', 'REFERENCE'],
  HOURS: ['ID_TYPE', 'PHONE', 'EMPLOYER', 'TITLE'],
}

const figures: readonly RosterField[] = ['ID_NO', 'PHONE', 'CERTIFICATE_NO', 'YEAR', 'HOURS']

export type RosterRow = SheetTableRow<RosterField>

/** Maximum number of rows in a file. */
export const maxRosterRows = 20_000

/** Describes the columns of a list and how its rows are read. */
export function rosterTableKind(kind: RosterKind): SheetTableKind<RosterField> {
  return {
    mostRows: maxRosterRows,
    words: words.filter(([field]) => !foreign[kind].includes(field)),
    suffices: (has) => needed[kind].every((some) => some.some(has)),
    figures,
  }
}
