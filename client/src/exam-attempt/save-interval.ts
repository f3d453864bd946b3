import { nextSaveSeq } from './merge-answers.ts'
import { type AttemptState, areSpacedSavesUsedUp, lastSpacedSave } from './state.ts'

/**
 * Number of saves that are sent at once. Later saves are spread over the remaining time, because their total is
 * limited.
 */
const unpaced = 500

/**
 * Returns the time of the next save in epoch milliseconds, or 0 for at once. A request that only fetches answers saved
 * elsewhere does not count as a save.
 */
export function nextSaveAt(state: AttemptState): number {
  const { phase, unsaved, savedSeq, savedAt, behind, deadline, offset } = state
  const asks = behind || nextSaveSeq(unsaved, savedSeq) <= savedSeq
  if (phase !== 'running' || Object.keys(unsaved).length === 0 || asks) return 0
  if (areSpacedSavesUsedUp(state)) return Number.POSITIVE_INFINITY
  if (savedSeq < unpaced) return 0
  const left = Math.max(0, deadline - offset - savedAt)
  return savedAt + left / (lastSpacedSave - savedSeq)
}
