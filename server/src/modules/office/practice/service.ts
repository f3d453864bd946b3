import type { practiceCalls } from '@ce/contract'
import { maxPracticeDays } from '@ce/contract/practice-text'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { appNow, type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { movePracticeClock, readPracticeState } from '../../../platform/practice.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { listPlans } from '../../catalogue/service.ts'
import { nextPracticeDates } from './dates.ts'

type Move = z.output<(typeof practiceCalls)['staff']['moveClock']['request']>

export async function readPracticeTime(db: Db) {
  return { now: await appNow(db) }
}

export async function readPracticeClock(db: Db) {
  const now = await appNow(db)
  const { source, copiedAt, jobsDone, jobsAll } = await readPracticeState(db)
  const dates = nextPracticeDates(await listPlans(db), now)
  return { now, source, copiedAt, jobs: { done: jobsDone, all: jobsAll }, dates }
}

/**
 * Sessions stay valid, and jobs run once soon afterwards (platform/jobs/run-after-moves.ts). @throws Refusal
 * practice.notForward, tooFar.
 */
export async function advancePracticeClock(deps: Deps, staff: StaffAtWork, { to }: Move) {
  const target = new Date(to)
  await inTransaction(deps.db, (tx) =>
    movePracticeClock(tx, target, async (now) => {
      if (target <= now)
        refuse('practice.notForward', {
          now: shown.format(now),
          fields: { to: '应晚于当前演练时间' },
        })
      if (target.getTime() > now.getTime() + maxPracticeDays * 86_400_000)
        refuse('practice.tooFar', {
          days: maxPracticeDays,
          fields: { to: `一次最多前移 ${maxPracticeDays} 天` },
        })
      const detail = { before: { now: now.toISOString() }, after: { now: to } }
      await auditStaff(tx, staff, 'setting.clockMoved', 'app_clock', detail)
    }),
  )
  return readPracticeClock(deps.db)
}

const shown = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'long',
  timeStyle: 'short',
})
