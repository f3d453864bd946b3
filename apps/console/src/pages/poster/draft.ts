/**
 * `failed`: the last save failed. `behind`: another person saved and nothing was typed here. `stale`: another person
 * saved and there are edits here.
 */
export type DraftPhase = 'clean' | 'dirty' | 'saving' | 'failed' | 'behind' | 'stale'

export interface PosterDraft {
  phase: DraftPhase
  version: number
  draftNo: number
  editedSince: boolean
  /** Time of the last save from this page, in ms since 1970. */
  savedAt: number | null
  /** Time of the last copy on this device in ms since 1970; null if storing it failed. */
  keptAt: number | null
  problem: string | null
  cleaned: readonly string[]
}

export type PosterDraftEvent =
  | { on: 'edit' }
  | { on: 'kept'; at: number | null }
  | { on: 'save' }
  | { on: 'saved'; version: number; draftNo: number; cleaned: readonly string[]; at: number }
  | { on: 'failed'; problem: string; stale: boolean }
  | { on: 'moved'; version: number; draftNo: number }
  | { on: 'seen'; version: number; draftNo: number; by: string }
  /** The user's text replaces the other person's revision, which stays in the history. */
  | { on: 'rebase'; version: number; draftNo: number }
  | { on: 'cleanedRead' }
  | { on: 'drop' }

/** @param version the version on which the next save is based @param draftNo the displayed revision */
export function openPosterDraft(version: number, draftNo: number): PosterDraft {
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

export function isPosterDraftUnsaved({ phase, editedSince }: PosterDraft): boolean {
  return (phase !== 'clean' && phase !== 'behind') || editedSince
}

export const posterChangedByText = (by: string) => `这篇内容刚被 ${by} 修改过`

export function stepPosterDraft(draft: PosterDraft, event: PosterDraftEvent): PosterDraft {
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
      // The revision is the same, so the item was only pinned or published and its text has not changed.
      if (event.draftNo === draft.draftNo) return { ...draft, version: event.version }
      return {
        ...draft,
        phase: isPosterDraftUnsaved(draft) ? 'stale' : 'behind',
        problem: posterChangedByText(event.by),
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
