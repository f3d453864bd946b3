import { certificateNo, phone } from '@ce/contract'
import { foldLetters, foldName, foldNumber, foldOrganisation, foldPhone, foldSearchText } from '@ce/contract/fold-text'
import { type IdType, idNoProblem, idTypeNames } from '@ce/contract/id-paper'
import { rosterFieldLabels } from '@ce/contract/import-fields'
import { nameProblem } from '@ce/contract/person-name'
import type { CheckedImportRow } from '../../../../platform/db/import-rows.ts'
import { ImportRowReader, withLostDigitsHint } from '../../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../../../platform/masked-numbers.ts'
import type { RosterField, RosterRow } from './columns.ts'

export interface ImportedStudentContent {
  name: string
  idType: IdType
  idNo: string
  phone: string
  certificateNo: string
  employer: string | null
  titleCode: number
}

const kind = { words: rosterFieldLabels, personal: ['ID_NO', 'PHONE'] } as const
const titleCodes: Record<string, number> = { 教授: 1, 副教授: 2 }
/** The title code for titles that are not in the list (docs/rules/accounts.md#titles-of-people). */
const otherTitle = 3

/** Uses the rules of registration (docs/rules/accounts.md#papers-and-names). */
export function checkStudentRow(row: RosterRow): CheckedImportRow<ImportedStudentContent> {
  const reading = new ImportRowReader<RosterField>(row, kind)
  const idType = idTypeOf(reading)
  const name = nameOf(reading, idType)
  const idNo = idNoOf(reading, idType)
  const person = {
    ...{ name, idType: idType ?? 'ID_CARD', idNo },
    phone: reading.check('PHONE', phone, foldPhone),
    certificateNo: reading.check('CERTIFICATE_NO', certificateNo, foldNumber),
    employer: reading.text('EMPLOYER', foldOrganisation, 100) || null,
    titleCode: titleOf(reading),
  }
  const label = `${name.slice(0, 30) || '（没有姓名）'} ${maskIdNo(idNo.slice(0, 30))}`.trimEnd()
  return reading.judged(label, person)
}

function nameOf(reading: ImportRowReader<RosterField>, idType: IdType | null): string {
  const name = reading.read('NAME', foldName)
  const wrong = name === '' ? '没有填写' : nameProblem(name, idType ?? 'PASSPORT')
  if (wrong) reading.refuse('NAME', wrong)
  return name
}

/** The permit of foreigners also contains 身份证, so its pattern must come first. */
const idTypeWords: [RegExp, IdType][] = [
  [/外国人|永久居留|永居|五星卡/, 'FOREIGN_PR'],
  [/港|澳|台|臺|回乡证|台胞证/, 'HK_MO_TW'],
  [/护照/, 'PASSPORT'],
  [/^$|身份证/, 'ID_CARD'],
]

function idTypeOf(reading: ImportRowReader<RosterField>): IdType | null {
  const said = reading.read('ID_TYPE', foldSearchText)
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

function idNoOf(reading: ImportRowReader<RosterField>, idType: IdType | null): string {
  const idNo = reading.read('ID_NO', foldNumber)
  if (idNo === '') reading.refuse('ID_NO', '没有填写')
  const doubt = reading.doubtOf('ID_NO')
  if (doubt) reading.refuse('ID_NO', doubt)
  const wrong = idType && idNoProblem(idType, idNo)
  if (wrong) reading.refuse('ID_NO', withLostDigitsHint(wrong, idNo))
  return idNo
}

function titleOf(reading: ImportRowReader<RosterField>): number {
  const title = reading.read('TITLE', foldLetters)
  if (title === '') return 0
  const code = titleCodes[title] ?? otherTitle
  if (code === otherTitle && title !== '其他') reading.show('TITLE', `其他（${title}）`)
  return code
}
