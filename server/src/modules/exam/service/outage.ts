import { auditRows } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type NewMessage, notify } from '../../message/service.ts'
import { sealedTimeCreditedMessage, timeCreditedMessage } from '../messages.ts'
import { listSittings } from '../store/attempts.ts'
import { beatPulse, type Credited, creditSilence, isSilent } from '../store/outage.ts'
import { type AddedTime, coverAddedTime } from './added-time.ts'

/**
 * Credits our own silence back, if there was one, then gives a sign of life. Every process that serves does it, before its first
 * request and from then on: while one of them lives, there is no silence.
 */
export async function keepPulse(deps: Deps): Promise<void> {
  await creditOutage(deps)
  await beatPulse(deps.db)
}

/** For whoever comes before the next sign of life and is about to end an attempt, or to say that it is too late for sealed answers. Where nobody ever gave one, silence says nothing. */
export async function creditOutage(deps: Deps): Promise<void> {
  const settings = await deps.settings.all()
  const silence = settings['exam.outageSeconds']
  if (!(await isSilent(deps.db, silence))) return
  await inTransaction(deps.db, async (tx) => {
    const credited = await creditSilence(tx, silence, settings['exam.sealedSeconds'])
    const moved = credited.filter((one) => one.moved)
    const prompt = settings['exam.capturePromptSeconds']
    await coverAddedTime(
      tx,
      moved.map((one) => addedBy(one, prompt)),
    )
    const rung = credited.filter((one) => !one.moved)
    await auditRows(tx, { actor: 'system', action: 'exam.timeCredited' }, moved.map(told))
    await auditRows(tx, { actor: 'system', action: 'exam.sealedTimeCredited' }, rung.map(told))
    await notify(tx, ...(await messagesOf(tx, credited)))
    await beatPulse(tx)
  })
}

async function messagesOf(tx: Tx, credited: Credited[]): Promise<NewMessage[]> {
  const sittings = await listSittings(
    tx,
    credited.map(({ attemptId }) => attemptId),
  )
  return credited.flatMap(({ attemptId, seconds, moved, now }) => {
    const sitting = sittings.get(attemptId)
    if (!sitting) return []
    return [(moved ? timeCreditedMessage : sealedTimeCreditedMessage)(sitting, seconds, now)]
  })
}

const told = ({ attemptId, seconds }: Credited) => ({ subject: attemptId, detail: { seconds } })

/** Where the bell rang while we were away: no capture before the page can have heard of it. */
function addedBy(
  { attemptId, seconds, startedAt, deadline: until, now }: Credited,
  prompt: number,
): AddedTime {
  const deadline = new Date(until.getTime() - seconds * 1000)
  const from = new Date(Math.max(deadline.getTime(), now.getTime() + prompt * 1000))
  return { attemptId, startedAt, deadline, from, until }
}
