import { certificateNo as certificateNoRule, type invitationListField, personName, phone } from '@ce/contract'
import { foldName, foldNumber, foldPhone } from '@ce/contract/fold-text'
import { idNoProblem, idTypeOfNumber } from '@ce/contract/id-paper'
import { invitationFieldLabels } from '@ce/contract/import-fields'
import type { z } from 'zod'
import type { CheckedImportRow } from '../../../../platform/db/import-rows.ts'
import { ImportRowReader, withLostDigitsHint } from '../../../../platform/imports/row-reading.ts'
import { maskIdNo } from '../../../../platform/masked-numbers.ts'
import type { SheetTableKind, SheetTableRow } from '../../../../platform/sheets/columns.ts'
import { certificateNoTitle, idNoTitle, phoneTitle } from '../../../../platform/sheets/titles.ts'

export type InvitationListField = z.output<typeof invitationListField>

const words: [InvitationListField, RegExp][] = [
  ['NAME', /^(姓名|名字|员工姓名|药师姓名|学员姓名|name)$/i],
  ['ID_NO', idNoTitle],
  ['CERTIFICATE_NO', certificateNoTitle],
  ['PHONE', phoneTitle],
]

/** A list of an employer: the name of each person, and one number or both. */
export const memberListTable: SheetTableKind<InvitationListField> = {
  mostRows: 1000,
  words,
  figures: ['ID_NO', 'CERTIFICATE_NO', 'PHONE'],
  suffices: (has) => has('NAME') && (has('ID_NO') || has('CERTIFICATE_NO')),
}

/** The phone is checked but not stored, because nothing needs it. */
export interface ListedMember {
  name: string
  idNo: string | null
  certificateNo: string | null
}

const kind = { words: invitationFieldLabels, personal: ['ID_NO', 'PHONE'] } as const

/** Checks only the format of the row; it never looks up whether an account exists. */
export function checkMemberRow(row: SheetTableRow<InvitationListField>): CheckedImportRow<ListedMember> {
  const reading = new ImportRowReader<InvitationListField>(row, kind)
  const name = reading.check('NAME', personName, foldName)
  const idNo = reading.read('ID_NO', foldNumber)
  const given = (field: InvitationListField) => row.cell(field) !== ''
  const certificateNo = given('CERTIFICATE_NO') ? reading.check('CERTIFICATE_NO', certificateNoRule, foldNumber) : ''
  if (given('PHONE')) reading.check('PHONE', phone, foldPhone)
  if (!idNo && !given('CERTIFICATE_NO')) reading.refuse('ID_NO', '证件号和资格证书编号至少填一个')
  const wrong = reading.doubtOf('ID_NO') ?? (idNo && idProblem(idNo))
  if (wrong) reading.refuse('ID_NO', withLostDigitsHint(wrong, idNo))
  const shown = name.slice(0, 30) || '（没有姓名）'
  const label = `${shown} ${maskIdNo((idNo || certificateNo).slice(0, 30))}`.trimEnd()
  const content = { name, idNo: idNo || null, certificateNo: certificateNo || null }
  return reading.judged(label, content)
}

/** A number of 18 characters must be a valid id number; other numbers may belong to passports or permits. */
function idProblem(idNo: string): string | null {
  const type = /^\d{17}[\dX]$/.test(idNo) ? 'ID_CARD' : 'PASSPORT'
  return idTypeOfNumber(idNo) ? null : idNoProblem(type, idNo)
}
