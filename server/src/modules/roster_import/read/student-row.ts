import { certificateNo, phone } from '@ce/contract'
import {
  foldLetters,
  foldName,
  foldNumber,
  foldOrganisation,
  foldPhone,
  foldSearch,
} from '@ce/contract/fold-text'
import { type IdType, idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { rosterFieldWords } from '@ce/contract/import-fields'
import { nameProblem } from '@ce/contract/person-name'
import type { Judged } from '../../../platform/db/import-rows.ts'
import { RowReading, withHint } from '../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../student/service.ts'
import type { RosterField, RosterRow } from './columns.ts'

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
const titleCodes: Record<string, number> = { 教授: 1, 副教授: 2 }
/** specification §3: whatever else a title is called */
const otherTitle = 3

/** One student of a table, by the rules of registration (product §4 Identity). */
export function studentOf(row: RosterRow): Judged<StudentContent> {
  const reading = new RowReading<RosterField>(row, kind)
  const idType = idTypeOf(reading)
  const name = nameOf(reading, idType)
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

function nameOf(reading: RowReading<RosterField>, idType: IdType | null): string {
  const name = reading.read('NAME', foldName)
  const wrong = name === '' ? '没有填写' : nameProblem(name, idType ?? 'PASSPORT')
  if (wrong) reading.refuse('NAME', wrong)
  return name
}

/** The words of a table for a type; the name of a foreigners' paper has 身份证 in it, too. */
const idTypeWords: [RegExp, IdType][] = [
  [/外国人|永久居留|永居|五星卡/, 'FOREIGN_PR'],
  [/港|澳|台|臺|回乡证|台胞证/, 'HK_MO_TW'],
  [/护照/, 'PASSPORT'],
  [/^$|身份证/, 'ID_CARD'],
]

function idTypeOf(reading: RowReading<RosterField>): IdType | null {
  const said = reading.read('ID_TYPE', foldSearch)
  const type = idTypeWords.find(([pattern]) => pattern.test(said))?.[1] ?? null
  const names = Object.values(idTypeNames)
  if (type) reading.show('ID_TYPE', idTypeNames[type])
  else
    reading.refuse(
      'ID_TYPE',
      `“${said.slice(0, 20)}”不在可填的类型中，请填写${names.slice(0, -1).join('、')}或${names.at(-1)}`,
    )
  return type
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
  const employer = reading.read('EMPLOYER', foldOrganisation)
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
