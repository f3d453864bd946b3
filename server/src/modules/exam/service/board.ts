import { tellsFew } from '@ce/contract/board-keyword'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { maskPhone } from '../../student/service/person.ts'
import { listSeats, type Seat } from '../store/board.ts'
import { listExtraTimes, listRehearsals } from '../store/people.ts'

interface Wanted extends Paging {
  keyword?: string | undefined
}

/** Who is sitting an exam at this moment, or ended one; phones masked. */
export async function deskSeats(
  { db }: Deps,
  input: Wanted & {
    state: 'RUNNING' | 'ENDED'
    attemptId?: string | undefined
    flagged?: 'true' | 'false' | undefined
    day?: string | undefined
  },
) {
  const flagged = input.flagged === 'true'
  const anyDay = !input.day && tellsFew(input.keyword)
  const { list, now, ...page } = await listSeats(db, { ...input, flagged, anyDay })
  return { list: list.map(toSeat), ...page, serverNow: now }
}

function toSeat({ due, missing, failed, ...seat }: Seat) {
  return { ...seat, student: personOf(seat), captures: { due, missing, failed } }
}

function personOf(row: { studentId: string; studentName: string; phone: string }) {
  return { id: row.studentId, name: row.studentName, phoneMasked: maskPhone(row.phone) }
}

/** A page of who has extra time, and how much (decision by staff); phones masked. */
export async function deskExtraTimes({ db }: Deps, input: Wanted) {
  const { list, ...page } = await listExtraTimes(db, input)
  return { list: list.map((row) => ({ ...row, student: personOf(row) })), ...page }
}

/** A page of rehearsals kept by students, by their worst part or all; phones masked. */
export async function deskRehearsals(
  { db }: Deps,
  input: Wanted & { worst?: 'RED' | 'AMBER' | 'GREEN' | undefined },
) {
  const { list, ...page } = await listRehearsals(db, input)
  const shown = list.map((row) => ({ ...row, notes: toNotes(row.notes), student: personOf(row) }))
  return { list: shown, ...page }
}

/** The column's guarantee: only insertRehearsal writes it, words by part. */
function toNotes(json: object): Record<string, string> {
  return json as Record<string, string>
}
