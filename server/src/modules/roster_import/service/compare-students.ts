import { sameName } from '@ce/contract/fold-text'
import { rosterFieldWords } from '@ce/contract/import-fields'
import { unprintableWords } from '@ce/contract/waiting-words'
import type { Db } from '../../../platform/db/database.ts'
import type { Judged, ReportRow, RowNote } from '../../../platform/db/import-rows.ts'
import { rowNumbers } from '../../../platform/sheets/row-numbers.ts'
import { unprintableAmong } from '../../print_font/service.ts'
import { maskPhone } from '../../student/service.ts'
import type { StudentContent } from '../read/student-row.ts'
import { findHolders } from '../store.ts'

const numbers = ['idNo', 'phone', 'certificateNo'] as const
const fields = { idNo: 'ID_NO', phone: 'PHONE', certificateNo: 'CERTIFICATE_NO' } as const

/**
 * What becomes of each row: a new account; the same as one there is; or refused, with whose number it is. Of two rows with one
 * number both are refused: nobody can tell which is right.
 */
export async function compareStudents(
  db: Db,
  rows: Judged<StudentContent>[],
): Promise<ReportRow[]> {
  const contents = rows.flatMap(({ content }) => content ?? [])
  const holders = await findHolders(db, {
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
    if (first && found.every((one) => one?.id === first.id) && sameName(first.name, content.name))
      return { ...row, action: 'SAME', studentId: first.id, notes: notesOfSame(row, first) }
    const problems = numbers.flatMap((number, at) => {
      const holder = found[at]
      const about = { field: fields[number], column: rosterFieldWords[fields[number]] }
      if (holder) return { ...about, problem: saysWhose(holder) }
      const nos = rowNumbers(twins[number].get(content[number]) ?? [], row.no)
      return nos ? { ...about, problem: `与第 ${nos} 行相同，请核对后只留一行` } : []
    })
    const studentId = found.find((one) => one)?.id ?? null
    if (problems.length > 0) return { ...row, action: 'REFUSE', studentId, problems }
    const notes = [...row.notes, ...notesOf(content)]
    return { ...row, action: 'CREATE', studentId: null, notes }
  })
}

/** Nobody is changed by an import: what the file says otherwise of somebody who is there is told. */
function notesOfSame(
  { notes, content }: Judged<StudentContent>,
  { employer }: { employer: string | null },
): RowNote[] {
  if (!content?.employer || content.employer === employer) return notes
  const note = `系统里的执业单位是“${employer ?? '（空）'}”，导入不会修改；需要时请在学员页更正`
  return [...notes, { field: 'EMPLOYER', doubt: true, note, was: null }]
}

/** What a row says of itself though it is written: its proof will wait for a font. */
async function fontNotes(
  db: Db,
  contents: StudentContent[],
): Promise<(content: StudentContent) => RowNote[]> {
  const texts = contents.flatMap(({ name, employer }) => [name, employer ?? ''])
  const lettersOf = await unprintableAmong(db, texts)
  return ({ name, employer }) =>
    [
      { field: 'NAME' as const, letters: lettersOf(name) },
      { field: 'EMPLOYER' as const, letters: lettersOf(employer ?? '') },
    ]
      .filter(({ letters }) => letters !== '')
      .map((one) => ({ field: one.field, doubt: true, note: unprintableWords([one]), was: null }))
}

function saysWhose({ name, phone }: { name: string; phone: string }): string {
  return `已是学员 ${name}（${maskPhone(phone)}）的，请核对`
}

type Numbers = Record<(typeof numbers)[number], string>

/** Who has each number. */
function byNumber<Holder extends Numbers>(
  holders: Holder[],
): Record<(typeof numbers)[number], Map<string, Holder[]>> {
  const group = (number: (typeof numbers)[number]) => Map.groupBy(holders, (one) => one[number])
  return {
    idNo: group('idNo'),
    phone: group('phone'),
    certificateNo: group('certificateNo'),
  }
}
