import { certificateNo, personName, phone } from '@ce/contract'
import { foldLetters, foldName, foldNumber, foldPhone } from '@ce/contract/fold-text'
import { rosterFieldWords } from '@ce/contract/import-fields'
import { idNoProblem } from '@ce/contract/person'
import type { Judged } from '../../../platform/db/import-rows.ts'
import { RowReading, withHint } from '../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../student/service.ts'
import type { RosterField, RosterRow } from './columns.ts'

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

const kind = { words: rosterFieldWords, personal: ['ID_NO', 'PHONE'] } as const
const idTypeNames: Record<IdType, string> = {
  ID_CARD: '居民身份证',
  HK_MO_TW: '港澳台居民证件',
  PASSPORT: '护照',
}
const titleCodes: Record<string, number> = { 教授: 1, 副教授: 2 }
/** specification §3: whatever else a title is called */
const otherTitle = 3

/** One student of a table, by the rules of registration (product §4 Identity). */
export function studentOf(row: RosterRow): Judged<StudentContent> {
  const reading = new RowReading<RosterField>(row, kind)
  const name = reading.check('NAME', personName, foldName)
  const idType = idTypeOf(reading)
  const idNo = idNoOf(reading, idType)
  const person = {
    ...{ name, idType: idType ?? 'ID_CARD', idNo },
    phone: reading.check('PHONE', phone, foldPhone),
    certificateNo: reading.check('CERTIFICATE_NO', certificateNo, foldNumber),
    employer: employerOf(reading),
    titleCode: titleOf(reading),
  }
  const label = `${name.slice(0, 30) || '（没有姓名）'} ${maskIdNo(idNo.slice(0, 30))}`.trimEnd()
  return reading.judged(label, person)
}

function idTypeOf(reading: RowReading<RosterField>): IdType | null {
  const said = reading.read('ID_TYPE', foldLetters)
  const type = typeCalled(said)
  if (type) reading.show('ID_TYPE', idTypeNames[type])
  else reading.refuse('ID_TYPE', `“${said.slice(0, 20)}”不是居民身份证、港澳台居民证件或护照`)
  return type
}

function typeCalled(said: string): IdType | null {
  if (said === '' || /身份证/.test(said)) return /港澳台/.test(said) ? 'HK_MO_TW' : 'ID_CARD'
  if (/港|澳|台/.test(said)) return 'HK_MO_TW'
  return /护照/.test(said) ? 'PASSPORT' : null
}

function idNoOf(reading: RowReading<RosterField>, idType: IdType | null): string {
  const idNo = reading.read('ID_NO', foldNumber)
  if (idNo === '') reading.refuse('ID_NO', '没有填写')
  const doubt = reading.doubtOf('ID_NO')
  if (doubt) reading.refuse('ID_NO', doubt)
  const wrong = idType && idNoProblem(idType, idNo)
  if (wrong) reading.refuse('ID_NO', withHint(wrong, idNo))
  return idNo
}

function employerOf(reading: RowReading<RosterField>): string | null {
  const employer = reading.read('EMPLOYER', (said) => foldLetters(said).replace(/\s+/g, ' ').trim())
  if (employer.length > 100) reading.refuse('EMPLOYER', '不能超过 100 个字')
  if (/\p{Cc}/u.test(employer)) reading.refuse('EMPLOYER', '含有不允许的字符，请重新填写')
  return employer || null
}

function titleOf(reading: RowReading<RosterField>): number {
  const title = reading.read('TITLE', foldLetters)
  if (title === '') return 0
  const code = titleCodes[title] ?? otherTitle
  if (code === otherTitle && title !== '其他') reading.show('TITLE', `其他（${title}）`)
  return code
}
