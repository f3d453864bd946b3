import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { lockLedger } from '../../hours/service.ts'
import { listReissueDue, settleReissueDue } from '../store/reissue-due.ts'
import { reissueProofs } from './reissue.ts'

/** students in one run: a proof takes a signature */
const most = 100
const revocation = {
  cause: 'FORM_UNIFIED',
  reason: '姓名或证件的写法已统一为标准写法，已换发新证明',
} as const

/** A job: issues the proofs anew of students whom migration 073 wrote otherwise than their proofs do (decision 071). */
export async function reissueChanged(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'certification_grant.reissueChanged'
  const { done } = await sweepEach(deps.db, {
    job,
    items: await listReissueDue(deps.db, { job, limit: most }),
    subjectOf: (studentId) => studentId,
    work: (studentId) =>
      inTransaction(deps.db, async (tx) => {
        await lockLedger(tx, studentId)
        // another process may have been first
        if (await settleReissueDue(tx, studentId))
          await reissueProofs(tx, deps, studentId, revocation)
      }),
    goesOn: goesOnUntil(stopping),
  })
  return done
}
