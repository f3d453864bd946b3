import { parseDecimal } from '@ce/contract/decimal'
import { foldLetters, foldName, foldNumber, foldPlain } from '@ce/contract/fold-text'
import { rosterFieldWords } from '@ce/contract/import-fields'
import type { Judged } from '../../../platform/db/import-rows.ts'
import { RowReading, withHint } from '../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../student/service.ts'
import type { RosterField, RosterRow } from './columns.ts'

export interface HoursContent {
  year: number
  /** one of both names the student; both must be the same one */
  idNo: string
  certificateNo: string
  /** as the table has it: checked against the student; empty: not said */
  name: string
  tenths: number
  title: string
  /** what tells it from every other record of the student and year */
  reference: string
  /** what the reference of a record without a number was made of until its hours were part of it; null: it has a number */
  unnumbered: string | null
}

/** hours of one record */
const most = 300

const kind = { words: rosterFieldWords, personal: ['ID_NO'] } as const
type Reading = RowReading<RosterField>

/** One record of public hours studied elsewhere. */
export function hoursOf(row: RosterRow): Judged<HoursContent> {
  const reading: Reading = new RowReading<RosterField>(row, kind)
  const idNo = numberOf(reading, 'ID_NO')
  const certificateNo = numberOf(reading, 'CERTIFICATE_NO')
  const name = reading.read('NAME', foldName)
  if (!idNo && !certificateNo) reading.refuse('ID_NO', '证件号和资格证书编号至少填一个')
  const year = yearOf(reading)
  const tenths = tenthsOf(reading)
  const issuer = textOf(reading, 'ISSUER', 60)
  if (!issuer) reading.refuse('ISSUER', '没有填写')
  const course = textOf(reading, 'COURSE', 60) || '公需科目'
  reading.show('COURSE', course)
  const reference = textOf(reading, 'REFERENCE', 60)
  const title = `${course}（${issuer}）`
  const record = { year, idNo, certificateNo, name, tenths, title }
  const who = name || (idNo ? maskIdNo(idNo.slice(0, 30)) : certificateNo.slice(0, 30))
  const label = `${who || '（没有写是谁）'} ${row.cell('YEAR').slice(0, 10)} 年度 ${row.cell('HOURS').slice(0, 10)} 学时`
  return reading.judged(label, {
    ...record,
    ...certificateOf(reference, { issuer, course, tenths }),
  })
}

function numberOf(reading: Reading, field: 'ID_NO' | 'CERTIFICATE_NO'): string {
  const no = reading.read(field, foldNumber)
  const doubt = reading.doubtOf(field)
  if (doubt) reading.refuse(field, doubt)
  if (/^[\d.]+E\+?\d+$/.test(no)) reading.refuse(field, withHint('号码不完整', no))
  return no
}

function yearOf(reading: Reading): number {
  const said = reading.read('YEAR', foldPlain)
  const year = parseDecimal(/^(\d{4})(?:\.0+)?\s*年?度?$/.exec(said)?.[1])
  if (year >= 2000) reading.show('YEAR', String(year))
  else reading.refuse('YEAR', said === '' ? '没有填写' : '应为四位年份，如 2026')
  return year
}

function tenthsOf(reading: Reading): number {
  const said = reading.read('HOURS', foldPlain)
  const hours = parseDecimal(said.replace(/学时$/, '').trim())
  const tenths = Math.round(hours * 10)
  if (tenths > 0 && hours <= most && Math.abs(tenths - hours * 10) <= 1e-6)
    reading.show('HOURS', String(tenths / 10))
  else
    reading.refuse('HOURS', said === '' ? '没有填写' : `应为 0.1–${most} 之间、最多一位小数的数字`)
  return tenths
}

/** A certificate by its number; without one it is known by what it says: who issued it, the course and the hours. */
function certificateOf(
  number: string,
  { issuer, course, tenths }: { issuer: string; course: string; tenths: number },
): Pick<HoursContent, 'reference' | 'unnumbered'> {
  if (number) return { reference: number, unnumbered: null }
  // a slash within a name must not read as the one between two of them
  const parts = [issuer, course].map((part) => part.replaceAll(/[/／]/g, '、'))
  return {
    reference: [...parts, `${tenths / 10}学时`].join('/'),
    unnumbered: `${issuer}/${course}`,
  }
}

/** storable and printable text */
function textOf(reading: Reading, field: RosterField, longest: number): string {
  const said = reading.read(field, foldLetters)
  if (said.length > longest) reading.refuse(field, `不能超过 ${longest} 个字`)
  if (/\p{Cc}/u.test(said)) reading.refuse(field, '含有不允许的字符，请重新填写')
  return said
}
