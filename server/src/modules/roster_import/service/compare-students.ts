import type { Db } from '../../../platform/db/database.ts'
import type { Judged } from '../../../platform/db/staged-import.ts'
import { rowNumbers } from '../../../platform/sheets/row-numbers.ts'
import { maskPhone } from '../../student/service.ts'
import type { StudentContent } from '../read/student-row.ts'
import { findHolders, type ReportRow } from '../store.ts'

const numbers = ['idNo', 'phone', 'certificateNo'] as const
const names = { idNo: '证件号', phone: '手机号', certificateNo: '资格证书编号' }

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
  const held = byNumber(holders)
  const twins = byNumber(rows.flatMap(({ no, content }) => (content ? [{ no, ...content }] : [])))
  return rows.map((row) => {
    const { content } = row
    if (!content) return { ...row, action: 'REFUSE', studentId: null }
    const found = numbers.map((number) => held[number].get(content[number])?.[0])
    const [first] = found
    if (first && found.every((one) => one?.id === first.id) && first.name === content.name)
      return { ...row, action: 'SAME', studentId: first.id }
    const problems = numbers.flatMap((number, at) => {
      const holder = found[at]
      if (holder) return { column: names[number], problem: saysWhose(holder) }
      const nos = rowNumbers(twins[number].get(content[number]) ?? [], row.no)
      return nos ? { column: names[number], problem: `与第 ${nos} 行相同` } : []
    })
    const studentId = found.find((one) => one)?.id ?? null
    if (problems.length > 0) return { ...row, action: 'REFUSE', studentId, problems }
    return { ...row, action: 'CREATE', studentId: null }
  })
}

function saysWhose({ name, phone }: { name: string; phone: string }): string {
  return `已是学员 ${name}（${maskPhone(phone)}）的`
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
