import { isSameName } from '@ce/contract/fold-text'
import { rosterFieldLabels } from '@ce/contract/import-fields'
import { unprintableText } from '@ce/contract/waiting-text'
import type { Db } from '../../../../platform/db/database.ts'
import type { CheckedImportRow, ImportRowNote, ReportRow } from '../../../../platform/db/import-rows.ts'
import { describeCellProblem } from '../../../../platform/imports/row-reading.ts'
import { maskPhone } from '../../../../platform/masked-numbers.ts'
import { formatRowNumbers } from '../../../../platform/sheets/titles.ts'
import { createUnprintableLetterFilter } from '../../../file/print_font/service/letters.ts'
import type { ImportedStudentContent } from '../read/student-row.ts'
import { findAccountsByNumbers } from '../store.ts'

const numbers = ['idNo', 'phone', 'certificateNo'] as const
const about = describeCellProblem(rosterFieldLabels)
const fields = { idNo: 'ID_NO', phone: 'PHONE', certificateNo: 'CERTIFICATE_NO' } as const

/**
 * Marks each row as new, existing or refused. Two rows with the same number are both refused, because either may be
 * wrong.
 */
export async function compareStudentRows(
  db: Db,
  rows: CheckedImportRow<ImportedStudentContent>[],
): Promise<ReportRow[]> {
  const contents = rows.flatMap(({ content }) => content ?? [])
  const holders = await findAccountsByNumbers(db, {
    idNo: contents.map(({ idNo }) => idNo),
    phone: contents.map(({ phone }) => phone),
    certificateNo: contents.map(({ certificateNo }) => certificateNo),
  })
  const notesOf = await fontNotes(db, contents)
  const held = byNumber(holders)
  const twins = byNumber(rows.flatMap(({ no, content }) => (content ? [{ no, ...content }] : [])))
  return rows.map((row) => {
    const { content } = row
    if (!content) return { ...row, action: 'REFUSE', studentId: null }
    const found = numbers.map((number) => held[number].get(content[number])?.[0])
    const [first] = found
    if (first && found.every((one) => one?.id === first.id) && isSameName(first.name, content.name))
      return { ...row, action: 'SAME', studentId: first.id, notes: notesOfSame(row, first) }
    const problems = numbers.flatMap((number, at) => {
      const holder = found[at]
      if (holder) return about(fields[number], saysWhose(holder))
      const nos = formatRowNumbers(twins[number].get(content[number]) ?? [], row.no)
      return nos ? about(fields[number], `与第 ${nos} 行相同，请核对后只留一行`) : []
    })
    const studentId = found.find((one) => one)?.id ?? null
    if (problems.length > 0) return { ...row, action: 'REFUSE', studentId, problems }
    const notes = [...row.notes, ...notesOf(content)]
    return { ...row, action: 'CREATE', studentId: null, notes }
  })
}

/** An import never changes existing students; differences are only reported. */
function notesOfSame(
  { notes, content }: CheckedImportRow<ImportedStudentContent>,
  { employer }: { employer: string | null },
): ImportRowNote[] {
  if (!content?.employer || content.employer === employer) return notes
  const note = `系统里的执业单位是“${employer ?? '（空）'}”，导入不会修改；需要时请在学员页更正`
  return [...notes, { field: 'EMPLOYER', doubt: true, note, was: null }]
}

async function fontNotes(
  db: Db,
  contents: ImportedStudentContent[],
): Promise<(content: ImportedStudentContent) => ImportRowNote[]> {
  const texts = contents.flatMap(({ name, employer }) => [name, employer ?? ''])
  const lettersOf = await createUnprintableLetterFilter(db, texts)
  return ({ name, employer }) =>
    [
      { field: 'NAME' as const, letters: lettersOf(name) },
      { field: 'EMPLOYER' as const, letters: lettersOf(employer ?? '') },
    ]
      .filter(({ letters }) => letters !== '')
      .map((one) => ({ field: one.field, doubt: true, note: unprintableText([one]), was: null }))
}

function saysWhose({ name, phone }: { name: string; phone: string }): string {
  return `已是学员 ${name}（${maskPhone(phone)}）的，请核对`
}

type Numbers = Record<(typeof numbers)[number], string>

function byNumber<Holder extends Numbers>(holders: Holder[]): Record<(typeof numbers)[number], Map<string, Holder[]>> {
  const group = (number: (typeof numbers)[number]) => Map.groupBy(holders, (one) => one[number])
  return {
    idNo: group('idNo'),
    phone: group('phone'),
    certificateNo: group('certificateNo'),
  }
}
