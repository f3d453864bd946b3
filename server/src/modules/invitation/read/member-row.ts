import { certificateNo as certificateNoRule, personName, phone } from '@ce/contract'
import { idCardValid, idNoProblem } from '@ce/contract/person'
import type { z } from 'zod'
import type { Judged, RowProblem } from '../../../platform/db/staged-import.ts'
import { plainNumber, wrongNumber } from '../../../platform/sheets/plain-number.ts'
import { maskIdNo } from '../../student/service.ts'
import type { ListRow } from './columns.ts'

/** Whom a row names. The phone is checked for its form and not kept: nothing is done with it. */
export interface MemberContent {
  name: string
  idNo: string | null
  certificateNo: string | null
}

/** One row by its form alone: whether it names anybody we know is looked up for nobody. */
export function memberOf({ no, cell }: ListRow): Judged<MemberContent> {
  const problems: RowProblem[] = []
  const [idNo, certificateNo] = [plainNumber(cell('ID_NO')), plainNumber(cell('CERTIFICATE_NO'))]
  const shown = cell('NAME').slice(0, 30) || '（没有姓名）'
  const label = `${shown} ${maskIdNo((idNo || certificateNo).slice(0, 30))}`.trimEnd()
  const name = check(personName, cell('NAME').replace(/\s/g, ''), '姓名', problems)
  if (!idNo && !certificateNo)
    problems.push({ column: '证件号', problem: '证件号和资格证书编号至少填一个' })
  if (idNo) problems.push(...idProblems(idNo))
  if (certificateNo) check(certificateNoRule, certificateNo, '资格证书编号', problems)
  if (cell('PHONE')) check(phone, plainNumber(cell('PHONE')), '手机号', problems)
  if (!name || problems.length > 0) return { no, label, content: null, problems }
  const content = { name, idNo: idNo || null, certificateNo: certificateNo || null }
  return { no, label, content, problems }
}

function check(
  schema: z.ZodType<string>,
  value: string,
  column: string,
  problems: RowProblem[],
): string | null {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  problems.push({ column, problem: error.issues[0]?.message ?? '格式不正确' })
  return null
}

/** Eighteen characters are a citizen's; anything else may be a passport or a permit. */
function idProblems(idNo: string): RowProblem[] {
  const wrong = /^\d{17}[\dX]$/.test(idNo)
    ? !idCardValid(idNo) && '身份证号不正确，请核对 18 位号码'
    : idNoProblem('PASSPORT', idNo)
  return wrong ? [{ column: '证件号', problem: wrongNumber(wrong, idNo) }] : []
}
