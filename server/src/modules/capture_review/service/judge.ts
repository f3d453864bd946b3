import { isDeepStrictEqual } from 'node:util'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { lockProposal } from '../../../platform/db/proposals.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { keepAttempt, voidAttempt } from '../../exam/service.ts'
import { mayDecide, mayWithdraw } from '../policy.ts'
import { findHead, findReview, insertReview, type ReviewRow, setDecision } from '../store.ts'
import { reviewInfo } from './read.ts'

interface Proposal {
  id: string
  attemptId: string
  proposal: 'KEEP' | 'VOID'
  causes: string[]
  reason: string
}

/** The first reviewer's word; nothing of the attempt changes by it. A repeat finds the same review. */
export async function propose(deps: Deps, staff: StaffAtWork, input: Proposal) {
  await inTransaction(deps.db, async (tx) => {
    const head = await findHead(tx, input.attemptId)
    if (!head?.flagged) refuse('capture_review.notFound')
    const made = await insertReview(tx, { ...input, proposedBy: staff.staffId })
    if (!made) return requireSame(await findReview(tx, input.id), staff, input)
    const { attemptId, proposal, causes, reason } = input
    await auditStaff(tx, staff, 'capture_review.proposed', attemptId, { proposal, causes, reason })
  })
  return reviewInfo(deps, staff, input.attemptId)
}

function requireSame(there: ReviewRow | undefined, staff: StaffAtWork, asked: Proposal): void {
  const { id, attemptId, proposal, causes, reason, proposedBy } =
    there ?? refuse('capture_review.alreadyProposed')
  const said = { id, attemptId, proposal, causes, reason }
  if (proposedBy !== staff.staffId || !isDeepStrictEqual(said, asked))
    refuse('capture_review.keyUsed')
}

interface Decision {
  id: string
  decision: 'CONFIRMED' | 'REJECTED'
  reason: string
}

/**
 * The second reviewer's word, of another person: confirmed, the flag goes or the attempt is void, in the same transaction;
 * rejected, everything is as before and somebody may propose anew.
 */
export async function decide(deps: Deps, staff: StaffAtWork, input: Decision) {
  const attemptId = await inTransaction(deps.db, async (tx) => {
    await lockProposal(tx, 'captureReview', input.id)
    const review = (await findReview(tx, input.id)) ?? refuse('capture_review.notFound')
    if (!mayDecide(staff, review)) refuse('capture_review.secondPerson')
    if (review.decision === input.decision) return review.attemptId
    if (review.decision) refuse('capture_review.decided', { by: review.deciderName })
    await setDecision(tx, input.id, { ...input, by: staff.staffId })
    if (input.decision === 'CONFIRMED') await carryOut(tx, deps, staff, review)
    const action =
      input.decision === 'CONFIRMED' ? 'capture_review.confirmed' : 'capture_review.rejected'
    const { proposal } = review
    await auditStaff(tx, staff, action, review.attemptId, { proposal, reason: input.reason })
    return review.attemptId
  })
  return reviewInfo(deps, staff, attemptId)
}

/** The first reviewer takes the word back while nobody has decided; somebody may propose anew. A repeat changes nothing. */
export async function withdraw(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const attemptId = await inTransaction(deps.db, async (tx) => {
    await lockProposal(tx, 'captureReview', id)
    const review = (await findReview(tx, id)) ?? refuse('capture_review.notFound')
    if (!mayWithdraw(staff, review)) refuse('capture_review.notProposer')
    if (review.decision === 'WITHDRAWN') return review.attemptId
    if (review.decision) refuse('capture_review.decided', { by: review.deciderName })
    await setDecision(tx, id, { decision: 'WITHDRAWN', reason: '', by: staff.staffId })
    const { proposal, reason } = review
    const detail = { proposal, reason }
    await auditStaff(tx, staff, 'capture_review.withdrawn', review.attemptId, detail)
    return review.attemptId
  })
  return reviewInfo(deps, staff, attemptId)
}

async function carryOut(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { proposal, attemptId, reason }: ReviewRow,
): Promise<void> {
  if (proposal === 'KEEP') await keepAttempt(tx, attemptId)
  else await voidAttempt(tx, deps, staff, { attemptId, reason })
}
