import { nextSeq } from './merging.ts'
import { type AttemptState, isSpent, lastPacedSave } from './state.ts'

/** from so many saves on, the rest is spread over the time that is left */
const unpaced = 500

/** When what is unsaved may be saved, epoch ms of this device; 0: at once, or there is nothing. To ask what is saved costs no number. */
export function nextSaveAt(state: AttemptState): number {
  const { phase, unsaved, savedSeq, savedAt, behind, deadline, offset } = state
  const asks = behind || nextSeq(unsaved, savedSeq) <= savedSeq
  if (phase !== 'running' || Object.keys(unsaved).length === 0 || asks) return 0
  if (isSpent(state)) return Number.POSITIVE_INFINITY
  if (savedSeq < unpaced) return 0
  const left = Math.max(0, deadline - offset - savedAt)
  return savedAt + left / (lastPacedSave - savedSeq)
}
