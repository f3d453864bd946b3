/**
 * `failed`: the last save did not come through; what was typed is still here. `behind`: somebody else has saved since, and nothing
 * was typed here. `stale`: the same, and nobody's work may be overwritten unseen.
 */
export type DraftPhase = 'clean' | 'dirty' | 'saving' | 'failed' | 'behind' | 'stale'

export interface Draft {
  phase: DraftPhase
  /** what the next write is based on */
  version: number
  draftNo: number
  /** edited while a save was under way: it is not saved by it */
  editedSince: boolean
  /** epoch ms of the last save from this page */
  savedAt: number | null
  /** epoch ms when the unsaved text was last put aside on this device; null when it could not be */
  keptAt: number | null
  /** why the last save failed */
  problem: string | null
  /** what the server removed from the text, in words */
  cleaned: readonly string[]
}

export type DraftEvent =
  | { on: 'edit' }
  | { on: 'kept'; at: number | null }
  | { on: 'save' }
  | { on: 'saved'; version: number; draftNo: number; cleaned: readonly string[]; at: number }
  | { on: 'failed'; problem: string; stale: boolean }
  /** our own publishing, pinning and the like */
  | { on: 'moved'; version: number; draftNo: number }
  /** the newest head, whoever changed it */
  | { on: 'seen'; version: number; draftNo: number; by: string }
  /** the person decided to save over the other's revision, which stays in the history */
  | { on: 'rebase'; version: number; draftNo: number }
  | { on: 'cleanedRead' }
  /** what is typed is given up, or the item is gone: there is nothing left to save */
  | { on: 'drop' }

/** @param version what a save is checked against; `draftNo` the revision that is shown */
export function openDraft(version: number, draftNo: number): Draft {
  return {
    phase: 'clean',
    version,
    draftNo,
    editedSince: false,
    savedAt: null,
    keptAt: null,
    problem: null,
    cleaned: [],
  }
}

/** Whether leaving now would lose what only this page has. */
export function isUnsaved({ phase, editedSince }: Draft): boolean {
  return (phase !== 'clean' && phase !== 'behind') || editedSince
}

export const staleWords = (by: string) => `这篇内容刚被 ${by} 修改过`

/** The editor's one reducer: how what is typed stands to what is saved. Pure. */
export function stepDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.on) {
    case 'edit':
      if (draft.phase === 'saving') return { ...draft, editedSince: true }
      if (draft.phase === 'stale' || draft.phase === 'behind') return { ...draft, phase: 'stale' }
      return { ...draft, phase: 'dirty', problem: null }
    case 'kept':
      return { ...draft, keptAt: event.at }
    case 'save':
      return { ...draft, phase: 'saving', editedSince: false, problem: null }
    case 'saved': {
      const { version, draftNo, cleaned, at } = event
      const phase = draft.editedSince ? 'dirty' : 'clean'
      const moved = { version, draftNo, cleaned, savedAt: at }
      return { ...draft, ...moved, phase, editedSince: false, problem: null }
    }
    case 'failed':
      return {
        ...draft,
        phase: event.stale ? 'stale' : 'failed',
        editedSince: false,
        problem: event.problem,
      }
    case 'moved':
      return { ...draft, version: event.version, draftNo: event.draftNo }
    case 'seen':
      if (event.version <= draft.version || draft.phase === 'saving') return draft
      // pinned, published or moved: the text is the one that is shown here
      if (event.draftNo === draft.draftNo) return { ...draft, version: event.version }
      return {
        ...draft,
        phase: isUnsaved(draft) ? 'stale' : 'behind',
        problem: staleWords(event.by),
      }
    case 'rebase': {
      const { version, draftNo } = event
      return { ...draft, version, draftNo, phase: 'dirty', problem: null }
    }
    case 'cleanedRead':
      return { ...draft, cleaned: [] }
    case 'drop':
      return { ...draft, phase: 'clean', editedSince: false }
  }
}
