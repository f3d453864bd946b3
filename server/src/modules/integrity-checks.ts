import { type IntegrityCheckName, integrityCheckNames } from '@ce/contract/integrity-checks'
import type { Deps } from '../platform/deps.ts'
import {
  continueRound,
  type IntegrityCheck,
  type IntegritySlice,
  listRecentlyEndedChecks,
  readShanghaiHour,
} from '../platform/integrity/rounds.ts'
import { checkReferences, checkSequences } from '../platform/integrity/structure.ts'
import { continueForBudget } from '../platform/jobs/sweep.ts'
import { checkKeys } from '../platform/known-keys.ts'
import { checkProofs } from './credits/certification_grant/service/verify.ts'
import { checkDailyRoots } from './credits/hours/service/daily-roots.ts'
import { checkLedger } from './credits/hours/service/verify.ts'
import { checkAnswerLogs } from './exam/service/answer-log.ts'
import { checkFileContents } from './file/service/verify.ts'
import { checkStudy } from './learning/study/service/consistency.ts'
import { checkSealedMonths } from './learning/study/service/verify-sealed.ts'
import { checkMoney } from './money/order/service/consistency.ts'
import { checkTotpSecrets } from './office/staff/service/totp.ts'
import { checkPasswordSheets } from './student_admin/roster_import/service/passwords.ts'

/** What `npm run verify` and the nightly job check (docs/operations/back-up.md). */
export const integrityChecks: Record<IntegrityCheckName, IntegrityCheck> = {
  KEYS: checkKeys,
  SECRETS: checkSecrets,
  LEDGER: checkLedger,
  DAILY_ROOTS: checkDailyRoots,
  ANSWER_LOGS: checkAnswerLogs,
  PROOFS: checkProofs,
  STUDY: checkStudy,
  SEALED_MONTHS: checkSealedMonths,
  MONEY: checkMoney,
  REFERENCES: checkReferences,
  SEQUENCES: checkSequences,
  FILES: checkFileContents,
}

async function checkSecrets(deps: Deps): Promise<IntegritySlice> {
  const [secrets, sheets] = [await checkTotpSecrets(deps), await checkPasswordSheets(deps)]
  return { checked: secrets.checked + sheets.checked, faults: [...secrets.faults, ...sheets.faults], next: null }
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
  const due = integrityCheckNames.filter((one) => !done.has(one))
  // Each run begins with any of them, because a slow check uses up the time of those behind it.
  const first = Math.floor(Math.random() * due.length)
  for (const name of [...due.slice(first), ...due.slice(0, first)])
    await continueRound(deps, name, integrityChecks[name], { goesOn, stopping }).catch((error: unknown) => {
      stopping?.throwIfAborted()
      errors.push(error)
    })
  if (errors.length > 0) throw errors[0]
}
