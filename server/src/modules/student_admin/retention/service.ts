import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { lockSettings, type Settings, SettingsReader, writeSetting } from '../../../platform/settings.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { type RetentionRuleDefinition, retentionRules } from './service/rules.ts'
import { listRetentionRuns } from './store.ts'

type Change = z.output<(typeof staffCalls)['retention']['set']['request']>
type Runs = Awaited<ReturnType<typeof listRetentionRuns>>

export async function listRetentionRules({ db }: Deps) {
  // Bypasses the five-second cache, so that a change is visible at once.
  const [runs, figures] = await Promise.all([listRetentionRuns(db), new SettingsReader(db).all()])
  return { list: retentionRules.map((rule) => toShown(rule, runs, figures)) }
}

function toShown(rule: RetentionRuleDefinition, runs: Runs, figures: Settings) {
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

/** The change applies from the next night. @throws Refusal retention.noSuchRule, outOfLimits, stale. */
export async function setRetentionDays(deps: Deps, staff: StaffAtWork, input: Change) {
  const { key, keepDays, before, reason } = input
  const rule = retentionRules.find((one) => one.key === key)
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
  const { list } = await listRetentionRules(deps)
  return list.find((one) => one.key === key) ?? refuse('retention.noSuchRule')
}
