import type { CaptureReview } from '@ce/client/staff/capture_review.ts'

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
