import { isDeepStrictEqual } from 'node:util'
import { type Compared, comparedOf, type VoidGround } from '@ce/contract/void-grounds'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { lockProposal } from '../../../platform/db/proposals.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findComparable, keepAttempt, requireComparable, voidSeen } from '../../exam/service.ts'
import { mayDecide, mayWithdraw } from '../policy.ts'
import { findHead, findReview, insertReview, type ReviewRow, setDecision } from '../store.ts'
import { reviewInfo } from './read.ts'

interface Proposal {
  id: string
  attemptId: string
  proposal: 'KEEP' | 'VOID'
  causes: string[]
  ground?: VoidGround | undefined
  reason: string
}

/** The first reviewer's word; nothing of the attempt changes by it. A repeat finds the same review. */
export async function propose(deps: Deps, staff: StaffAtWork, input: Proposal) {
  await inTransaction(deps.db, async (tx) => {
    const head = await findHead(tx, input.attemptId)
    if (!head?.flagged) refuse('capture_review.notFound')
    const { attemptId, proposal, causes, reason, ground = null } = input
    const there = await findReview(tx, input.id)
    if (there) return requireSame(there, staff, input)
    const compared =
      proposal === 'VOID'
        ? await requireComparable(tx, attemptId, { ground, words: { reason } })
        : comparedOf(await findComparable(tx, attemptId))
    const made = await insertReview(tx, { ...input, ground, compared, proposedBy: staff.staffId })
    if (!made) return requireSame(await findReview(tx, input.id), staff, input)
    await auditStaff(tx, staff, 'capture_review.proposed', attemptId, {
      ...{ proposal, causes, ground, reason, compared },
    })
  })
  return reviewInfo(deps, staff, input.attemptId)
}

function requireSame(there: ReviewRow | undefined, staff: StaffAtWork, asked: Proposal): void {
  const { id, attemptId, proposal, causes, ground, reason, proposedBy } =
    there ?? refuse('capture_review.alreadyProposed')
  const said = { id, attemptId, proposal, causes, ground, reason }
  const same = isDeepStrictEqual(said, { ...asked, ground: asked.ground ?? null })
  if (proposedBy !== staff.staffId || !same) refuse('capture_review.keyUsed')
}

interface Decision {
  id: string
  decision: 'CONFIRMED' | 'REJECTED'
  reason: string
  seen?: string[] | undefined
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
    const { decision, reason: said } = input
    await setDecision(tx, input.id, { decision, reason: said, by: staff.staffId })
    const compared = await whatWasCompared(tx, review, input)
    if (input.decision === 'CONFIRMED') await carryOut(tx, deps, staff, review, input.seen)
    const action =
      input.decision === 'CONFIRMED' ? 'capture_review.confirmed' : 'capture_review.rejected'
    const { proposal } = review
    await auditStaff(tx, staff, action, review.attemptId, {
      ...{ proposal, reason: input.reason, compared },
    })
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

/** What the second person can compare: it may be less than the first one saw. @throws Refusal exam.nothingToCompare */
async function whatWasCompared(tx: Tx, review: ReviewRow, said: Decision): Promise<Compared> {
  const { attemptId, proposal, reason } = review
  if (proposal === 'KEEP' || said.decision === 'REJECTED')
    return comparedOf(await findComparable(tx, attemptId))
  // of two words in one text the one that cannot stand is found as well; its field is the one that is being filled in
  const words = { reason: `${said.reason}；${reason}` }
  return requireComparable(tx, attemptId, { ground: toGround(review.ground), words })
}

/** The column's check. */
const toGround = (ground: string | null) => ground as VoidGround | null

async function carryOut(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { proposal, attemptId, reason }: ReviewRow,
  seen: string[] | undefined,
): Promise<void> {
  if (proposal === 'KEEP') await keepAttempt(tx, attemptId)
  else await voidSeen(tx, deps, staff, { attemptId, reason, seen })
}
