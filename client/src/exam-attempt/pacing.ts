import { mostSaves } from '@ce/contract/exam-limits'
import { nextSeq } from './merging.ts'
import type { AttemptState } from './state.ts'

/** from so many saves on, the rest is spread over the time that is left */
const unpaced = 500
/** what a closed page has left, and pages of before, may need the last ones */
const spare = 50

/** Saved nearly as often as may be: what is answered from now on goes with the hand-in. */
export function isSpent({ savedSeq }: AttemptState): boolean {
  return savedSeq >= mostSaves - spare
}

/** When what is unsaved may be saved, epoch ms of this device; 0: at once, or there is nothing. To ask what is saved costs no number. */
export function nextSaveAt(state: AttemptState): number {
  const { phase, unsaved, savedSeq, savedAt, behind, deadline, offset } = state
  const asks = behind || nextSeq(unsaved, savedSeq) <= savedSeq
  if (phase !== 'running' || Object.keys(unsaved).length === 0 || asks) return 0
  if (isSpent(state)) return Number.POSITIVE_INFINITY
  if (savedSeq < unpaced) return 0
  const left = Math.max(0, deadline - offset - savedAt)
  return savedAt + left / (mostSaves - spare - savedSeq)
}
