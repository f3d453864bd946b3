import type { CaptureAttempt, CaptureReview } from '@ce/client/staff/capture_review.ts'

/** The proposal that waits for whoever looks: nobody decides about one of their own; there is one that waits at most. */
export function waitingReview(reviews: readonly CaptureReview[]): CaptureReview | undefined {
  return reviews.find(({ decision, own }) => !decision && !own)
}

/** What the queue's keys A and R do as far as the review is; '' where they do nothing. */
export function keyWords({ state, reviews }: Pick<CaptureAttempt, 'state' | 'reviews'>): string {
  if (state === 'OPEN') return 'A 保留 · R 作废'
  return waitingReview(reviews) ? 'A 确认 · R 驳回' : ''
}

type Proposal = CaptureReview['proposal']

/**
 * A proposes to keep, R to void: the reason is still to be written, and sent. No void while an innocent cause is possible, as the form's own
 * choice has it.
 */
export function proposalKeys(
  innocent: boolean,
  say: (proposal: Proposal) => void,
): { a: () => void; r: (() => void) | undefined } {
  return { a: () => say('KEEP'), r: innocent ? undefined : () => say('VOID') }
}
