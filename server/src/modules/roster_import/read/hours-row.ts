import { parseDecimal } from '@ce/contract/decimal'
import type { Judged, RowProblem } from '../../../platform/db/staged-import.ts'
import { plainNumber } from '../../../platform/sheets/plain-number.ts'
import { maskIdNo } from '../../student/service.ts'
import type { RosterRow } from './columns.ts'

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

/** One record of public hours studied elsewhere. */
export function hoursOf({ no, cell }: RosterRow): Judged<HoursContent> {
  const problems: RowProblem[] = []
  const [idNo, certificateNo] = [plainNumber(cell('ID_NO')), plainNumber(cell('CERTIFICATE_NO'))]
  const name = cell('NAME').replace(/\s/g, '')
  const who = name || (idNo ? maskIdNo(idNo.slice(0, 30)) : certificateNo.slice(0, 30))
  const label = `${who || '（没有写是谁）'} ${cell('YEAR').slice(0, 10)} 年度 ${cell('HOURS').slice(0, 10)} 学时`
  if (!idNo && !certificateNo)
    problems.push({ column: '证件号', problem: '证件号和资格证书编号至少填一个' })
  const year = parseDecimal(/^(\d{4})\s*年?度?$/.exec(cell('YEAR').normalize('NFKC'))?.[1])
  if (!(year >= 2000)) problems.push({ column: '年度', problem: '应为四位年份，如 2026' })
  const hours = parseDecimal(cell('HOURS').normalize('NFKC').replace(/学时$/, '').trim())
  const tenths = Math.round(hours * 10)
  if (!(tenths > 0 && hours <= most) || Math.abs(tenths - hours * 10) > 1e-6)
    problems.push({ column: '学时', problem: `应为 0.1–${most} 之间、最多一位小数的数字` })
  const issuer = textOf(cell('ISSUER'), '颁发单位', 60, problems)
  if (!issuer) problems.push({ column: '颁发单位', problem: '没有填写' })
  const course = textOf(cell('COURSE'), '课程', 60, problems) || '公需科目'
  const reference = textOf(cell('REFERENCE'), '凭证编号', 60, problems)
  if (problems.length > 0) return { no, label, content: null, problems }
  const title = `${course}（${issuer}）`
  const record = { year, idNo, certificateNo, name, tenths, title }
  const content = { ...record, ...certificateOf(reference, { issuer, course, tenths }) }
  return { no, label, content, problems }
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
function textOf(said: string, column: string, longest: number, problems: RowProblem[]): string {
  if (said.length > longest) problems.push({ column, problem: `不能超过 ${longest} 个字` })
  if (/\p{Cc}/u.test(said)) problems.push({ column, problem: '含有不允许的字符' })
  return said
}
