import type { Deps } from '../../../platform/deps.ts'
import { maskPhone } from '../../student/service/person.ts'
import { listSeats, type Seat } from '../store/board.ts'
import { listExtraTimes, listRehearsals } from '../store/people.ts'

interface Paged {
  keyword?: string | undefined
  page: number
  pageSize: number
}

/** Who is sitting an exam at this moment, or ended one on a day. */
export async function deskSeats(
  { db }: Deps,
  input: Paged & {
    state: 'RUNNING' | 'ENDED'
    flagged?: 'true' | 'false' | undefined
    day?: string | undefined
  },
) {
  const { page, pageSize } = input
  const { list, total, now } = await listSeats(db, { ...input, flagged: input.flagged === 'true' })
  return { list: list.map(toSeat), total, page, pageSize, serverNow: now }
}

function toSeat({ due, missing, failed, ...seat }: Seat) {
  return { ...seat, student: personOf(seat), captures: { due, missing, failed } }
}

function personOf(row: { studentId: string; studentName: string; phone: string }) {
  return { id: row.studentId, name: row.studentName, phoneMasked: maskPhone(row.phone) }
}

/** A page of who has extra time, and how much (decision by staff); phones masked. */
export async function deskExtraTimes({ db }: Deps, input: Paged) {
  const { list, total } = await listExtraTimes(db, input)
  const { page, pageSize } = input
  return { list: list.map((row) => ({ ...row, student: personOf(row) })), total, page, pageSize }
}

/** A page of rehearsals kept by students, by their worst part or all; phones masked. */
export async function deskRehearsals(
  { db }: Deps,
  input: Paged & { worst?: 'RED' | 'AMBER' | 'GREEN' | undefined },
) {
  const { list, total } = await listRehearsals(db, input)
  const { page, pageSize } = input
  return {
    list: list.map((row) => ({ ...row, notes: toNotes(row.notes), student: personOf(row) })),
    total,
    page,
    pageSize,
  }
}

/** The column's guarantee: only insertRehearsal writes it, words by part. */
function toNotes(json: object): Record<string, string> {
  return json as Record<string, string>
}
