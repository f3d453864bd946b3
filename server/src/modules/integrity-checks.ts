import { type IntegrityCheckName, integrityCheckNames } from '@ce/contract/integrity-checks'
import { inSnapshot } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import {
  continueRound,
  type IntegrityCheck,
  listRecentlyEndedChecks,
  readShanghaiHour,
} from '../platform/integrity/rounds.ts'
import { checkReferences, checkSequences } from '../platform/integrity/structure.ts'
import { continueForBudget } from '../platform/jobs/sweep.ts'
import { checkKeys } from '../platform/known-keys.ts'
import { checkProofs } from './credits/certification_grant/service/verify.ts'
import { verifyDailyRoots } from './credits/hours/service/daily-roots.ts'
import { verifyNextLedgerChains } from './credits/hours/service/verify.ts'
import { verifyNextAnswerLogs } from './exam/service/answer-log.ts'
import { checkFileContents } from './file/service/verify.ts'
import { checkStudy } from './learning/study/service/consistency.ts'
import { checkMoney } from './money/order/service/consistency.ts'
import { checkTotpSecrets } from './office/staff/service/totp.ts'
import { checkPasswordSheets } from './student_admin/roster_import/service/passwords.ts'

/** What `npm run verify` and the nightly job check (docs/operations/back-up.md). */
export const integrityChecks: Record<IntegrityCheckName, IntegrityCheck> = {
  KEYS: checkKeys,
  SECRETS: async (deps) => {
    const parts = [await checkTotpSecrets(deps), await checkPasswordSheets(deps)]
    return {
      checked: parts.reduce((sum, { checked }) => sum + checked, 0),
      faults: parts.flatMap(({ faults }) => faults),
      next: null,
    }
  },
  LEDGER: async ({ db }, after) => {
    const { entries, breaks, next } = await verifyNextLedgerChains(db, after)
    return { checked: entries, faults: breaks, next }
  },
  // In one snapshot, because a day may be sealed meanwhile.
  DAILY_ROOTS: async ({ db }) => {
    const { days, breaks } = await inSnapshot(db, verifyDailyRoots)
    return { checked: days, faults: breaks, next: null }
  },
  ANSWER_LOGS: async (deps, after) => {
    const { attempts, breaks, next } = await verifyNextAnswerLogs(deps, after)
    return { checked: attempts, faults: breaks, next }
  },
  PROOFS: checkProofs,
  STUDY: checkStudy,
  MONEY: checkMoney,
  REFERENCES: checkReferences,
  SEQUENCES: checkSequences,
  FILES: checkFileContents,
}

/** Hours of the night in Shanghai, in which few people use the portal. */
const [firstHour, lastHour] = [1, 5]

/** A round that ended in this many hours is not repeated in the same night. */
const pauseHours = 20

/**
 * This job does a part of the checks each minute of the night; a long check goes on in the next night. A check that
 * throws does not stop the others. @param given the hour, for tests @throws the first error of a check
 */
export async function checkIntegrityAtNight(deps: Deps, stopping?: AbortSignal, given?: number): Promise<void> {
  const hour = given ?? (await readShanghaiHour(deps.db))
  if (hour < firstHour || hour > lastHour) return
  const goesOn = continueForBudget(stopping)
  const done = await listRecentlyEndedChecks(deps.db, pauseHours)
  const errors: unknown[] = []
  for (const name of integrityCheckNames.filter((one) => !done.has(one)))
    await continueRound(deps, name, integrityChecks[name], { goesOn, stopping }).catch((error: unknown) => {
      stopping?.throwIfAborted()
      errors.push(error)
    })
  if (errors.length > 0) throw errors[0]
}
