import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../platform/audit.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import {
  lockSettings,
  type Settings,
  SettingsReader,
  writeSetting,
} from '../../platform/settings.ts'
import type { StaffAtWork } from '../../platform/staff-calls.ts'
import { type Rule, rules } from './service/rules.ts'
import { listRuns } from './store.ts'

type Change = z.output<(typeof staffCalls)['retention']['set']['request']>
type Runs = Awaited<ReturnType<typeof listRuns>>

/** Every rule, how long it keeps, and what its nights took away. */
export async function listRules({ db }: Deps) {
  // read anew, not from the cache of five seconds: who has just changed one sees it
  const [runs, figures] = await Promise.all([listRuns(db), new SettingsReader(db).all()])
  return { list: rules.map((rule) => toShown(rule, runs, figures)) }
}

function toShown(rule: Rule, runs: Runs, figures: Settings) {
  const { key, title, explained, days } = rule
  const run = runs.get(key)
  return {
    key,
    title,
    explained,
    keepDays: days ? figures[days.setting] : null,
    limits: days ? { min: days.min, max: days.max } : null,
    lastRun: run?.at ? { at: run.at, removed: run.removed ?? 0 } : null,
    removed30: run?.removed30 ?? 0,
  }
}

/**
 * Changes how long something is kept; counts from the next night on. What is so already is not written again.
 * @throws Refusal retention.noSuchRule, outOfLimits, stale
 */
export async function setRule(deps: Deps, staff: StaffAtWork, input: Change) {
  const { key, keepDays, before, reason } = input
  const rule = rules.find((one) => one.key === key)
  if (!rule?.days) return refuse('retention.noSuchRule')
  const { setting, min, max } = rule.days
  if (keepDays < min || keepDays > max)
    refuse('retention.outOfLimits', {
      min,
      max,
      fields: { keepDays: `应在 ${min} 到 ${max} 之间` },
    })
  await inTransaction(deps.db, async (tx) => {
    const now = (await lockSettings(tx))[setting]
    if (now === keepDays) return
    if (now !== before) refuse('retention.stale')
    await writeSetting(tx, setting, keepDays)
    const detail = { reason, before: { keepDays: now }, after: { keepDays } }
    await auditStaff(tx, staff, 'retention.changed', key, detail)
  })
  const { list } = await listRules(deps)
  return list.find((one) => one.key === key) ?? refuse('retention.noSuchRule')
}
