import { auditStaff } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { type Db, inTransaction } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { listTrialYears } from '../../../catalogue/service.ts'
import { notify } from '../../../message/service.ts'
import { findStudent } from '../../../student/service.ts'
import { listDailyRoots } from '../../hours/daily-roots.ts'
import {
  findFirstCreditDays,
  findInclusionWithEntries,
  type LedgerEntryRow,
  ledgerEntryKeyOf,
  listLedgerEntries,
  listReversedEntryNumbers,
  lockLedger,
} from '../../hours/service.ts'
import { sourceNameOf } from '../../hours/source-names.ts'
import { recordReversedMessage } from '../messages.ts'
import { maySeeAttempt } from '../policy.ts'
import { type LedgerAttempt, listLedgerAttempts } from '../store.ts'
import { reverseCreditedHours } from './credit.ts'
import { referenceOfSourceId } from './record.ts'

/** Returns the newest entry first, also for closed accounts. */
export async function deskStudentLedger({ db }: Deps, { studentId }: { studentId: string }) {
  await requireStudent(db, studentId)
  const entries = await listLedgerEntries(db, studentId)
  return { entries: await shownEntries(db, { studentId, entries }, () => true) }
}

/** Returns the newest entry first (docs/rules/hours-and-proof.md#why-this-number). */
export async function ownLedger({ db }: Deps, student: StudentActor, { year }: { year: number }) {
  const { studentId } = student
  const entries = (await listLedgerEntries(db, studentId)).filter((entry) => entry.year === year)
  const shown = await shownEntries(db, { studentId, entries }, (sitting) => maySeeAttempt(student, sitting))
  return { entries: shown }
}

/** Shows only links that `maySee` allows. A reversal has the links of the reversed entry. */
async function shownEntries(
  db: Db,
  { studentId, entries }: { studentId: string; entries: LedgerEntryRow[] },
  maySee: (sitting: LedgerAttempt) => boolean,
) {
  const credited = await findFirstCreditDays(db, [{ studentId, entries }])
  const reversed = listReversedEntryNumbers(entries)
  const passes = entries.filter(({ source }) => source === 'COURSE')
  const sittings = new Map(
    (
      await listLedgerAttempts(
        db,
        passes.map(({ sourceId }) => sourceNameOf(sourceId)),
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
      const from = (what: LedgerEntryRow['source']) => (behind?.source === what ? behind.sourceId : null)
      const record = from('RECORD')
      return {
        ...{ seq, year, subject, source, title, at, reverses },
        firstAt: credited.get(ledgerEntryKeyOf({ studentId, seq })) ?? null,
        hours: hours / 10,
        reversed: reversed.has(seq),
        reference: record && referenceOfSourceId(record),
        sitting: sittings.get(sourceNameOf(from('COURSE') ?? '')) ?? null,
        reductionId: from('REDUCTION'),
      }
    })
    .reverse()
}

/**
 * Reverses a record of public hours and revokes the proof that depends on it. The certificate may be entered again.
 */
export async function reverseRecord(
  deps: Deps,
  staff: StaffAtWork,
  { studentId, seq, reason }: { studentId: string; seq: number; reason: string },
) {
  await inTransaction(deps.db, async (tx) => {
    await requireStudent(tx, studentId)
    await lockLedger(tx, studentId)
    const entry = (await listLedgerEntries(tx, studentId)).find((one) => one.seq === seq)
    if (entry?.source !== 'RECORD') return refuse('grant.noSuchRecord')
    const { year, sourceId, title, hours } = entry
    if (listReversedEntryNumbers(await listLedgerEntries(tx, studentId)).has(seq)) return
    const record = { studentId, year, source: 'RECORD', sourceId, actor: staff.username } as const
    const why = `公需学时“${title}”已冲销：${reason}`
    if (!(await reverseCreditedHours(tx, deps, { ...record, reason: why }))) return
    const detail = { reason, year, tenths: hours, reference: referenceOfSourceId(sourceId) }
    await auditStaff(tx, staff, 'hours.recordReversed', studentId, detail)
    const trial = (await listTrialYears(tx, [year])).has(year)
    await notify(tx, recordReversedMessage({ studentId, seq, year, trial, title, hours }, reason))
  })
  return deskStudentLedger(deps, { studentId })
}

async function requireStudent(db: Db, id: string): Promise<void> {
  if (!(await findStudent(db, id))) refuse('student_desk.notFound')
}

export async function listPublicDailyRoots({ db }: Deps, { page, pageSize }: PageRequest) {
  const { seals, total } = await listDailyRoots(db, { offset: (page - 1) * pageSize, limit: pageSize })
  return { list: seals, total, page, pageSize }
}

/**
 * Returns a Merkle proof that the student's entries are in the newest daily root (docs/ledger.md). @throws Refusal
 * grant.notSealed
 */
export async function loadLedgerPath({ db }: Deps, { studentId }: StudentActor) {
  const inclusion = (await findInclusionWithEntries(db, studentId)) ?? refuse('grant.notSealed')
  const { seal, seq, head, path, entries } = inclusion
  return { seal, leaf: { studentId, seq, head }, path, entries }
}
