import type { CaptureAttempt, CaptureReview } from '@ce/client/staff/capture_review.ts'

/** Finds the review that this person may decide: an undecided proposal of somebody else. */
export function findWaitingReview(reviews: readonly CaptureReview[]): CaptureReview | undefined {
  return reviews.find(({ decision, own }) => !decision && !own)
}

export function captureShortcutText({ state, reviews }: Pick<CaptureAttempt, 'state' | 'reviews'>): string {
  if (state === 'OPEN') return 'A 保留 · R 作废'
  return findWaitingReview(reviews) ? 'A 确认 · R 驳回' : ''
}

type Proposal = CaptureReview['proposal']

/** The key R is off while an innocent cause is possible. */
export function captureShortcuts(
  innocent: boolean,
  say: (proposal: Proposal) => void,
): { a: () => void; r: (() => void) | undefined } {
  return { a: () => say('KEEP'), r: innocent ? undefined : () => say('VOID') }
}
