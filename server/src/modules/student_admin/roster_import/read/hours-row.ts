import { parseDecimal } from '@ce/contract/decimal'
import { foldLetters, foldName, foldNumber, foldPlainText } from '@ce/contract/fold-text'
import { rosterFieldLabels } from '@ce/contract/import-fields'
import type { CheckedImportRow } from '../../../../platform/db/import-rows.ts'
import { ImportRowReader, withLostDigitsHint } from '../../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../../../platform/masked-numbers.ts'
import type { RosterField, RosterRow } from './columns.ts'

export interface HoursRecordContent {
  year: number
  /** At least one of id and certificate number is given; both must belong to the same student. */
  idNo: string
  certificateNo: string
  name: string
  tenths: number
  title: string
  reference: string
  /** The reference as an older version wrote it, without hours. Null for records with a certificate number. */
  unnumbered: string | null
}

/** Maximum hours of a single record. */
const most = 300

const kind = { words: rosterFieldLabels, personal: ['ID_NO'] } as const
type Reading = ImportRowReader<RosterField>

export function checkHoursRow(row: RosterRow): CheckedImportRow<HoursRecordContent> {
  const reading: Reading = new ImportRowReader<RosterField>(row, kind)
  const idNo = numberOf(reading, 'ID_NO')
  const certificateNo = numberOf(reading, 'CERTIFICATE_NO')
  const name = reading.read('NAME', foldName)
  if (!idNo && !certificateNo) reading.refuse('ID_NO', '证件号和资格证书编号至少填一个')
  const year = yearOf(reading)
  const tenths = tenthsOf(reading)
  const issuer = reading.text('ISSUER', foldLetters, 60)
  if (!issuer) reading.refuse('ISSUER', '没有填写')
  const course = reading.text('COURSE', foldLetters, 60) || '公需科目'
  reading.show('COURSE', course)
  const reference = reading.text('REFERENCE', foldLetters, 60)
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
  if (/^[\d.]+E\+?\d+$/.test(no)) reading.refuse(field, withLostDigitsHint('号码不完整', no))
  return no
}

function yearOf(reading: Reading): number {
  const said = reading.read('YEAR', foldPlainText)
  const year = parseDecimal(/^(\d{4})(?:\.0+)?\s*年?度?$/.exec(said)?.[1])
  if (year >= 2000) reading.show('YEAR', String(year))
  else reading.refuse('YEAR', said === '' ? '没有填写' : '应为四位年份，如 2026')
  return year
}

function tenthsOf(reading: Reading): number {
  const said = reading.read('HOURS', foldPlainText)
  const hours = parseDecimal(said.replace(/学时$/, '').trim())
  const tenths = Math.round(hours * 10)
  if (tenths > 0 && hours <= most && Math.abs(tenths - hours * 10) <= 1e-6) reading.show('HOURS', String(tenths / 10))
  else reading.refuse('HOURS', said === '' ? '没有填写' : `应为 0.1–${most} 之间、最多一位小数的数字`)
  return tenths
}

function certificateOf(
  number: string,
  { issuer, course, tenths }: { issuer: string; course: string; tenths: number },
): Pick<HoursRecordContent, 'reference' | 'unnumbered'> {
  if (number) return { reference: number, unnumbered: null }
  // A slash separates the parts, so replace slashes inside them.
  const parts = [issuer, course].map((part) => part.replaceAll(/[/／]/g, '、'))
  return {
    reference: [...parts, `${tenths / 10}学时`].join('/'),
    unnumbered: `${issuer}/${course}`,
  }
}
