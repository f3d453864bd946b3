import { isStudentKeywordSpecific } from '@ce/contract/board-keyword'
import type { PageRequest } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { maskPhone } from '../../student/service/person.ts'
import { type ExamBoardEntry, listExamBoard } from '../store/board.ts'
import { listExtraTimes, listRehearsals } from '../store/people.ts'

interface Wanted extends PageRequest {
  keyword?: string | undefined
}

export async function deskExamBoard(
  { db }: Deps,
  input: Wanted & {
    state: 'RUNNING' | 'ENDED'
    attemptId?: string | undefined
    flagged?: 'true' | 'false' | undefined
    day?: string | undefined
  },
) {
  const flagged = input.flagged === 'true'
  const anyDay = !input.day && isStudentKeywordSpecific(input.keyword)
  const { list, now, ...page } = await listExamBoard(db, { ...input, flagged, anyDay })
  return { list: list.map(toSeat), ...page, serverNow: now }
}

function toSeat({ due, missing, failed, ...seat }: ExamBoardEntry) {
  return { ...seat, student: personOf(seat), captures: { due, missing, failed } }
}

function personOf(row: { studentId: string; studentName: string; phone: string }) {
  return { id: row.studentId, name: row.studentName, phoneMasked: maskPhone(row.phone) }
}

export async function deskExtraTimes({ db }: Deps, input: Wanted) {
  const { list, ...page } = await listExtraTimes(db, input)
  return { list: list.map((row) => ({ ...row, student: personOf(row) })), ...page }
}

export async function deskRehearsals({ db }: Deps, input: Wanted & { worst?: 'RED' | 'AMBER' | 'GREEN' | undefined }) {
  const { list, ...page } = await listRehearsals(db, input)
  const shown = list.map((row) => ({ ...row, notes: toNotes(row.notes), student: personOf(row) }))
  return { list: shown, ...page }
}

/** Only insertRehearsal writes this column, so the cast is safe. */
function toNotes(json: object): Record<string, string> {
  return json as Record<string, string>
}
