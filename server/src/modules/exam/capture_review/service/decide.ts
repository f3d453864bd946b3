import { type ComparedWith, comparedWithOf, type VoidGround } from '@ce/contract/void-grounds'
import {
  type Approval,
  isRepeatedRequest,
  lockProposalToDecide,
  withdrawProposal,
} from '../../../../platform/approvals.ts'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { requireComparablePictures } from '../../service/capture.ts'
import { clearReviewFlag, voidAttemptAfterPreview } from '../../service/void.ts'
import { countComparablePictures } from '../../service.ts'
import { findReview, findReviewedAttempt, insertReview, type ReviewRow, reviewProposalTable } from '../store.ts'
import { loadReview } from './read.ts'

const reviews = {
  ...reviewProposalTable,
  standing: ({ proposedBy: proposer, decision: state, deciderName: decider }) => ({
    proposer,
    state,
    decider,
  }),
  refusals: {
    missing: 'capture_review.notFound',
    secondPerson: 'capture_review.secondPerson',
    notProposer: 'capture_review.notProposer',
    decided: 'capture_review.decided',
  },
} satisfies Approval<ReviewRow>

interface Proposal {
  id: string
  attemptId: string
  proposal: 'KEEP' | 'VOID'
  causes: string[]
  ground?: VoidGround | undefined
  reason: string
}

/** A repeated call returns the same review; the attempt itself does not change yet. */
export async function proposeReview(deps: Deps, staff: StaffAtWork, input: Proposal) {
  await inTransaction(deps.db, async (tx) => {
    const head = await findReviewedAttempt(tx, input.attemptId)
    if (!head?.flagged) refuse('capture_review.notFound')
    const { attemptId, proposal, causes, reason, ground = null } = input
    const there = await findReview(tx, input.id)
    if (there) return requireSame(there, staff, input)
    const compared =
      proposal === 'VOID'
        ? await requireComparablePictures(tx, attemptId, { ground, words: { reason } })
        : comparedWithOf(await countComparablePictures(tx, attemptId))
    const made = await insertReview(tx, { ...input, ground, compared, proposedBy: staff.staffId })
    if (!made) return requireSame(await findReview(tx, input.id), staff, input)
    await auditStaff(tx, staff, 'capture_review.proposed', attemptId, {
      ...{ proposal, causes, ground, reason, compared },
    })
  })
  return loadReview(deps, staff, input.attemptId)
}

function requireSame(there: ReviewRow | undefined, staff: StaffAtWork, asked: Proposal): void {
  const known = there ?? refuse('capture_review.alreadyProposed')
  if (!isRepeatedRequest(known, { ...asked, proposedBy: staff.staffId })) refuse('capture_review.keyUsed')
}

interface Decision {
  id: string
  decision: 'CONFIRMED' | 'REJECTED'
  reason: string
  seen?: string[] | undefined
}

/** Confirming clears the flag or voids the attempt in the same transaction. */
export async function decideReview(deps: Deps, staff: StaffAtWork, input: Decision) {
  const { id, decision: state, reason, seen } = input
  const isRepeat = ({ decision }: ReviewRow) => decision === state
  const attemptId = await inTransaction(deps.db, async (tx) => {
    const { held: review, waits } = await lockProposalToDecide(tx, reviews, { staff, id, isRepeat })
    if (!waits) return review.attemptId
    await reviews.end(tx, id, { state, by: staff.staffId, reason })
    const compared = await whatWasCompared(tx, review, input)
    if (state === 'CONFIRMED') await carryOut(tx, deps, staff, review, seen)
    const action = state === 'CONFIRMED' ? 'capture_review.confirmed' : 'capture_review.rejected'
    const detail = { proposal: review.proposal, reason, compared }
    await auditStaff(tx, staff, action, review.attemptId, detail)
    return review.attemptId
  })
  return loadReview(deps, staff, attemptId)
}

/** A review can be withdrawn only before its decision. A repeated call changes nothing. */
export async function withdrawReview(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { attemptId } = await withdrawProposal(deps.db, reviews, { staff, id }, async (tx, row) => {
    await reviews.end(tx, id, { state: 'WITHDRAWN', by: staff.staffId, reason: '' })
    const { proposal, reason } = row
    await auditStaff(tx, staff, 'capture_review.withdrawn', row.attemptId, { proposal, reason })
  })
  return loadReview(deps, staff, attemptId)
}

/** @throws Refusal exam.nothingToCompare when a void refers to pictures that do not exist any more */
async function whatWasCompared(tx: Tx, review: ReviewRow, said: Decision): Promise<ComparedWith> {
  const { attemptId, proposal, reason } = review
  if (proposal === 'KEEP' || said.decision === 'REJECTED')
    return comparedWithOf(await countComparablePictures(tx, attemptId))
  // The reasons of both reviewers are checked together, and a problem is reported at the field being filled in.
  const words = { reason: `${said.reason}；${reason}` }
  return requireComparablePictures(tx, attemptId, { ground: toGround(review.ground), words })
}

/** A check constraint of the column allows only these grounds, so the cast is safe. */
const toGround = (ground: string | null) => ground as VoidGround | null

async function carryOut(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { proposal, attemptId, reason }: ReviewRow,
  seen: string[] | undefined,
): Promise<void> {
  if (proposal === 'KEEP') await clearReviewFlag(tx, attemptId)
  else await voidAttemptAfterPreview(tx, deps, staff, { attemptId, reason, seen })
}
