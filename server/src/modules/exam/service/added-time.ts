import { randomInt } from 'node:crypto'
import { auditRows, auditStaff } from '../../../platform/audit.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { type NewMessage, notify } from '../../message/service.ts'
import { lockStudents } from '../../student/service.ts'
import { extraTimeMessage, offlineDeadlineExtendedMessage, outageTimeCreditedMessage } from '../messages.ts'
import { countAddedCaptures, drawCaptures } from '../paper.ts'
import { listAttemptsWithCourse } from '../store/attempts.ts'
import { countCaptures, insertCaptures } from '../store/captures.ts'
import { creditOutageTime, hasPortalBeenSilent, insertPortalPulse, type OutageCredit } from '../store/heartbeats.ts'
import { findExtraTime, findStudentByPhone, setExtraTimePercent } from '../store/people.ts'

/**
 * Credits a past outage, then records that the portal is running. Every serving process calls this function, so an
 * outage is found only when none of them was running.
 */
export async function recordPortalPulse(deps: Deps): Promise<void> {
  await creditOutage(deps)
  // An outage may begin or be found between the two; the next pulse credits it.
  await insertPortalPulse(deps.db, (await deps.settings.all())['exam.outageSeconds'])
}

/**
 * Adds the time of an outage to the attempts that it interrupted. Call this before ending an attempt or refusing a late
 * submission. When no process has recorded a pulse yet, no outage is found.
 */
export async function creditOutage(deps: Deps): Promise<void> {
  const settings = await deps.settings.all()
  const silence = settings['exam.outageSeconds']
  if (!(await hasPortalBeenSilent(deps.db, silence))) return
  await inTransaction(deps.db, async (tx) => {
    const credited = await creditOutageTime(tx, silence, settings['exam.sealedSeconds'])
    const moved = credited.filter((one) => one.moved)
    const prompt = settings['exam.capturePromptSeconds']
    await addCapturesForAddedTime(
      tx,
      moved.map((one) => addedBy(one, prompt)),
    )
    const rung = credited.filter((one) => !one.moved)
    await auditRows(tx, { actor: 'system', action: 'exam.timeCredited' }, moved.map(told))
    await auditRows(tx, { actor: 'system', action: 'exam.sealedTimeCredited' }, rung.map(told))
    await notify(tx, ...(await messagesOf(tx, credited)))
    await insertPortalPulse(tx)
  })
}

async function messagesOf(tx: Tx, credited: OutageCredit[]): Promise<NewMessage[]> {
  const sittings = await listAttemptsWithCourse(
    tx,
    credited.map(({ attemptId }) => attemptId),
  )
  return credited.flatMap(({ attemptId, seconds, moved, now }) => {
    const sitting = sittings.get(attemptId)
    if (!sitting) return []
    return [(moved ? outageTimeCreditedMessage : offlineDeadlineExtendedMessage)(sitting, seconds, now)]
  })
}

const told = ({ attemptId, seconds }: OutageCredit) => ({ subject: attemptId, detail: { seconds } })

/** If the deadline passed during the outage, the added captures start only after the outage. */
function addedBy({ attemptId, seconds, startedAt, deadline: until, now }: OutageCredit, prompt: number): AddedTime {
  const deadline = new Date(until.getTime() - seconds * 1000)
  const from = new Date(Math.max(deadline.getTime(), now.getTime() + prompt * 1000))
  return { attemptId, startedAt, deadline, from, until }
}

interface AddedTime {
  attemptId: string
  startedAt: Date
  deadline: Date
  /** Start of the period in which captures may fall due. */
  from: Date
  until: Date
}

export async function addCapturesForAddedTime(tx: Tx, added: AddedTime[]): Promise<void> {
  const counts = await countCaptures(
    tx,
    added.map(({ attemptId }) => attemptId),
  )
  const further = added.flatMap(({ attemptId, startedAt, deadline, from, until }) => {
    const [before, seconds] = [secondsOf(startedAt, deadline), secondsOf(from, until)]
    if (seconds <= 0) return []
    const count = countAddedCaptures(counts.get(attemptId) ?? 0, before, seconds)
    const [, ...due] = drawCaptures(count, seconds, randomInt)
    return due.map((second) => ({ attemptId, dueAt: new Date(from.getTime() + second * 1000) }))
  })
  if (further.length > 0) await insertCaptures(tx, further)
}

function secondsOf(from: Date, until: Date): number {
  return (until.getTime() - from.getTime()) / 1000
}

/** The extra percentage applies to attempts that start from now on; 0 removes it. */
export async function setExtraTime(
  deps: Deps,
  staff: StaffAtWork,
  { phone, percent, reason }: { phone: string; percent: number; reason: string },
) {
  return inTransaction(deps.db, async (tx) => {
    const known = await findStudentByPhone(tx, phone)
    // The lock makes simultaneous calls audit and notify only once.
    const [student] = known ? await lockStudents(tx, [known]) : []
    if (!student || student.closedAt)
      return refuse('exam.noSuchStudent', { fields: { phone: '没有这位学员，请核对手机号' } })
    const studentId = student.id
    const there = await findExtraTime(tx, studentId)
    const before = there?.percent ?? 0
    if (before === percent && (percent === 0 || there?.reason === reason)) return { percent }
    await setExtraTimePercent(tx, { studentId, percent, reason, setBy: staff.name })
    const action = percent > 0 ? 'exam.extraTimeSet' : 'exam.extraTimeRemoved'
    const detail = { before, after: percent, reason, changed: percent !== before }
    await auditStaff(tx, staff, action, studentId, detail)
    if (percent !== before) await notify(tx, extraTimeMessage(studentId, percent, await appNow(tx)))
    return { percent }
  })
}
