import { certificateNo as certificateNoRule, personName, phone } from '@ce/contract'
import { foldName, foldNumber, foldPhone } from '@ce/contract/fold-text'
import { idNoProblem, paperOf } from '@ce/contract/id-paper'
import { listFieldWords } from '@ce/contract/import-fields'
import type { Judged } from '../../../platform/db/import-rows.ts'
import { RowReading, withHint } from '../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../student/service.ts'
import type { ListField, ListRow } from './columns.ts'

/** Whom a row names. The phone is checked for its form and not kept: nothing is done with it. */
export interface MemberContent {
  name: string
  idNo: string | null
  certificateNo: string | null
}

const kind = { words: listFieldWords, personal: ['ID_NO', 'PHONE'] } as const

/** One row by its form alone: whether it names anybody we know is looked up for nobody. */
export function memberOf(row: ListRow): Judged<MemberContent> {
  const reading = new RowReading<ListField>(row, kind)
  const name = reading.check('NAME', personName, foldName)
  const idNo = reading.read('ID_NO', foldNumber)
  const given = (field: ListField) => row.cell(field) !== ''
  const certificateNo = given('CERTIFICATE_NO')
    ? reading.check('CERTIFICATE_NO', certificateNoRule, foldNumber)
    : ''
  if (given('PHONE')) reading.check('PHONE', phone, foldPhone)
  if (!idNo && !given('CERTIFICATE_NO')) reading.refuse('ID_NO', '证件号和资格证书编号至少填一个')
  const wrong = reading.doubtOf('ID_NO') ?? (idNo && idProblem(idNo))
  if (wrong) reading.refuse('ID_NO', withHint(wrong, idNo))
  const shown = name.slice(0, 30) || '（没有姓名）'
  const label = `${shown} ${maskIdNo((idNo || certificateNo).slice(0, 30))}`.trimEnd()
  const content = { name, idNo: idNo || null, certificateNo: certificateNo || null }
  return reading.judged(label, content)
}

/** Eighteen characters are a citizen's, a resident's or a foreigner's; anything else may be a passport or a permit. */
function idProblem(idNo: string): string | null {
  const type = /^\d{17}[\dX]$/.test(idNo) ? 'ID_CARD' : 'PASSPORT'
  return paperOf(idNo) ? null : idNoProblem(type, idNo)
}
