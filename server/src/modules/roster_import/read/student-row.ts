import { certificateNo, personName, phone } from '@ce/contract'
import { idNoProblem } from '@ce/contract/person'
import { z } from 'zod'
import type { Judged, RowProblem } from '../../../platform/db/staged-import.ts'
import { plainNumber, wrongNumber } from '../../../platform/sheets/plain-number.ts'
import { maskIdNo } from '../../student/service.ts'
import type { RosterRow } from './columns.ts'

type IdType = 'ID_CARD' | 'HK_MO_TW' | 'PASSPORT'

export interface StudentContent {
  name: string
  idType: IdType
  idNo: string
  phone: string
  certificateNo: string
  employer: string | null
  titleCode: number
}

const fields = z.object({ name: personName, phone, certificateNo })
const names: Record<string, string> = {
  name: '姓名',
  phone: '手机号',
  certificateNo: '资格证书编号',
}
const titleCodes: Record<string, number> = { 教授: 1, 副教授: 2 }
/** specification §3: whatever else a title is called */
const otherTitle = 3

/** One student of a table, by the rules of registration (product §4 Identity). */
export function studentOf({ no, cell }: RosterRow): Judged<StudentContent> {
  const problems: RowProblem[] = []
  const idNo = plainNumber(cell('ID_NO'))
  const idType = idTypeOf(cell('ID_TYPE'), problems)
  const label =
    `${cell('NAME').slice(0, 30) || '（没有姓名）'} ${maskIdNo(idNo.slice(0, 30))}`.trimEnd()
  const checked = fields.safeParse({
    name: cell('NAME').replace(/\s/g, ''),
    phone: plainNumber(cell('PHONE')),
    certificateNo: plainNumber(cell('CERTIFICATE_NO')),
  })
  for (const { path, message } of checked.error?.issues ?? [])
    problems.push({ column: names[String(path[0])] ?? '', problem: message })
  const wrong = idType && idNoProblem(idType, idNo)
  if (wrong) problems.push({ column: '证件号', problem: wrongNumber(wrong, idNo) })
  const employer = cell('EMPLOYER')
  if (employer.length > 100) problems.push({ column: '执业单位', problem: '不能超过 100 个字' })
  if (!checked.success || !idType || problems.length > 0)
    return { no, label, content: null, problems }
  const title = cell('TITLE')
  const titleCode = title === '' ? 0 : (titleCodes[title] ?? otherTitle)
  const rest = { idType, idNo, employer: employer || null, titleCode }
  return { no, label, content: { ...checked.data, ...rest }, problems }
}

function idTypeOf(said: string, problems: RowProblem[]): IdType | null {
  if (said === '' || /身份证/.test(said)) return /港澳台/.test(said) ? 'HK_MO_TW' : 'ID_CARD'
  if (/港|澳|台/.test(said)) return 'HK_MO_TW'
  if (/护照/.test(said)) return 'PASSPORT'
  problems.push({
    column: '证件类型',
    problem: `“${said.slice(0, 20)}”不是居民身份证、港澳台居民证件或护照`,
  })
  return null
}
