import type { practiceCalls } from '@ce/contract'
import { practiceMostDays } from '@ce/contract/practice-words'
import type { z } from 'zod'
import { auditStaff } from '../../platform/audit.ts'
import { appNow, type Db, inTransaction } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { movePracticeClock, readPractice } from '../../platform/practice.ts'
import type { StaffAtWork } from '../../platform/staff-calls.ts'
import { listPlans } from '../catalogue/service.ts'
import { nextDates } from './dates.ts'

type Move = z.output<(typeof practiceCalls)['staff']['moveClock']['request']>

/** The world's time, which every page shows. */
export async function readTime(db: Db) {
  return { now: await appNow(db) }
}

/** The world's clock, and where it can be moved. */
export async function readClock(db: Db) {
  const now = await appNow(db)
  const { source, copiedAt, jobsDone, jobsAll } = await readPractice(db)
  const dates = nextDates(await listPlans(db), now)
  return { now, source, copiedAt, jobs: { done: jobsDone, all: jobsAll }, dates }
}

/**
 * Moves the world's clock on. Whoever is signed in stays so, and what the portal does by the clock runs once, soon after
 * (platform/jobs/run-after-moves.ts). @throws Refusal practice.notForward, tooFar
 */
export async function moveClock(deps: Deps, staff: StaffAtWork, { to }: Move) {
  const target = new Date(to)
  await inTransaction(deps.db, (tx) =>
    movePracticeClock(tx, target, async (now) => {
      if (target <= now)
        refuse('practice.notForward', {
          now: shown.format(now),
          fields: { to: '应晚于当前演练时间' },
        })
      if (target.getTime() > now.getTime() + practiceMostDays * 86_400_000)
        refuse('practice.tooFar', {
          days: practiceMostDays,
          fields: { to: `一次最多前移 ${practiceMostDays} 天` },
        })
      const detail = { before: { now: now.toISOString() }, after: { now: to } }
      await auditStaff(tx, staff, 'setting.clockMoved', 'app_clock', detail)
    }),
  )
  return readClock(deps.db)
}

const shown = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'long',
  timeStyle: 'short',
})
