import { auditStaff } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { trialYears } from '../../catalogue/service.ts'
import {
  type Entry,
  firstCredits,
  listEntries,
  lockLedger,
  placeOf,
  reversedSeqs,
  sourceName,
} from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { findStudent } from '../../student/service.ts'
import { recordReversedMessage } from '../messages.ts'
import { maySeeSitting } from '../policy.ts'
import { listSittings, type Sitting } from '../store/sittings.ts'
import { withdrawHours } from './credit.ts'
import { referenceOf } from './record.ts'

/** A student's ledger as staff see it, the newest entry first; of closed accounts too. */
export async function studentLedger({ db }: Deps, { studentId }: { studentId: string }) {
  await requireStudent(db, studentId)
  const entries = await listEntries(db, studentId)
  return { entries: await shownEntries(db, { studentId, entries }, () => true) }
}

/** Why a year's figures are what they are, for its student (product §4): entry by entry, the newest first. */
export async function ownLedger({ db }: Deps, student: StudentActor, { year }: { year: number }) {
  const { studentId } = student
  // a reversal has the year of what it takes back
  const entries = (await listEntries(db, studentId)).filter((entry) => entry.year === year)
  const shown = await shownEntries(db, { studentId, entries }, (sitting) =>
    maySeeSitting(student, sitting),
  )
  return { entries: shown }
}

/** Each entry with what is behind it, as far as `maySee` lets the reader go, the newest first. A reversal has the ways of what it takes back. */
async function shownEntries(
  db: Db,
  { studentId, entries }: { studentId: string; entries: Entry[] },
  maySee: (sitting: Sitting) => boolean,
) {
  const credited = await firstCredits(db, [{ studentId, entries }])
  const reversed = reversedSeqs(entries)
  const passes = entries.filter(({ source }) => source === 'COURSE')
  const sittings = new Map(
    (
      await listSittings(
        db,
        passes.map(({ sourceId }) => sourceName(sourceId)),
      )
    )
      .filter(maySee)
      .map((sitting) => [sitting.attemptId, sitting]),
  )
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]))
  return entries
    .map(({ seq, year, subject, source, sourceId, hours, title, at }) => {
      const reverses = source === 'REVERSAL' ? Number(sourceId) : null
      const behind = reverses === null ? { source, sourceId } : bySeq.get(reverses)
      const from = (what: Entry['source']) => (behind?.source === what ? behind.sourceId : null)
      const record = from('RECORD')
      return {
        ...{ seq, year, subject, source, title, at, reverses },
        firstAt: credited.get(placeOf({ studentId, seq })) ?? null,
        hours: hours / 10,
        reversed: reversed.has(seq),
        reference: record && referenceOf(record),
        sitting: sittings.get(sourceName(from('COURSE') ?? '')) ?? null,
        reductionId: from('REDUCTION'),
      }
    })
    .reverse()
}

/**
 * Takes back a record of public hours that was entered by mistake: reversed in the chain, the proof that stood on it revoked, and the
 * same certificate may be entered anew. A repeat changes nothing.
 */
export async function reverseRecord(
  deps: Deps,
  staff: StaffAtWork,
  { studentId, seq, reason }: { studentId: string; seq: number; reason: string },
) {
  await inTransaction(deps.db, async (tx) => {
    await requireStudent(tx, studentId)
    await lockLedger(tx, studentId)
    const entry = (await listEntries(tx, studentId)).find((one) => one.seq === seq)
    if (entry?.source !== 'RECORD') return refuse('grant.noSuchRecord')
    const { year, sourceId, title, hours } = entry
    if (reversedSeqs(await listEntries(tx, studentId)).has(seq)) return
    const record = { studentId, year, source: 'RECORD', sourceId, actor: staff.username } as const
    const why = `公需学时“${title}”已冲销：${reason}`
    if (!(await withdrawHours(tx, deps, { ...record, reason: why }))) return
    const detail = { reason, year, tenths: hours, reference: referenceOf(sourceId) }
    await auditStaff(tx, staff, 'hours.recordReversed', studentId, detail)
    const trial = (await trialYears(tx, [year])).has(year)
    await notify(tx, recordReversedMessage({ studentId, seq, year, trial, title, hours }, reason))
  })
  return studentLedger(deps, { studentId })
}

async function requireStudent(db: Db, id: string): Promise<void> {
  if (!(await findStudent(db, id))) refuse('student_desk.notFound')
}
