import type { AttemptEvent, AttemptState, UnsavedAnswers } from './state.ts'
import { deleteEndedDraft, draftChangeOf, storeDraft, toStoredPaper } from './stored-papers.ts'

/** `changed` is called when storing starts or stops working. */
export function makeDraftStore(studentId: string, changed: () => void) {
  let keeps = false
  // True after a failed write: the next write stores all unsaved answers.
  let lacks = false
  // Answers that the server has confirmed but that may still be stored here. A later page would send them again.
  let unremoved: UnsavedAnswers = {}
  // Answers that are confirmed or replaced.
  let done: UnsavedAnswers = {}

  function heard(kept: boolean, all: boolean, settled: UnsavedAnswers): void {
    if (!kept) unremoved = { ...unremoved, ...settled }
    else unremoved = withoutThose(unremoved, settled)
    lacks = !kept || (lacks && !all)
    if (keeps === !lacks) return
    keeps = !lacks
    changed()
  }

  return {
    keeps: () => keeps,
    /** Removes answers that were confirmed or replaced in the meantime from answers read earlier from the device. */
    withoutOld: (unsaved: UnsavedAnswers) => withoutThose(unsaved, done),
    keep(before: AttemptState, state: AttemptState, event: AttemptEvent): void {
      if (state.phase === 'submitted') {
        if (before.phase === 'submitted') return
        void deleteEndedDraft(studentId, state.ended, { ...unremoved, ...before.unsaved })
        unremoved = {}
        done = {}
        return
      }
      const paper = toStoredPaper(state)
      // The first row, written before any answer, tests the storage.
      const isDue = isNews(before, state) || (lacks && isHeardOf(event))
      if (!paper || (before.sitting && !isDue)) return
      const { typed, settled: gone } = draftChangeOf(before.unsaved, state.unsaved)
      done = { ...done, ...gone }
      const settled = { ...unremoved, ...gone }
      // Other pages store their own answers.
      const mine = event.on === 'elsewhere' || !before.sitting ? {} : typed
      const all = lacks
      const hurry = event.on === 'answer'
      const change = { typed: all ? state.unsaved : mine, settled, hurry }
      void storeDraft(studentId, paper, change).then((kept) => heard(kept, all, settled))
    },
  }
}

/** Keeps the unsaved answers that are newer than `those`. */
function withoutThose(unsaved: UnsavedAnswers, those: UnsavedAnswers): UnsavedAnswers {
  return Object.fromEntries(
    Object.entries(unsaved).filter(([id, { at }]) => at > (those[id]?.at ?? Number.NEGATIVE_INFINITY)),
  )
}

function isHeardOf({ on }: AttemptEvent): boolean {
  return on === 'beat' || on === 'notBeaten' || on === 'notSent'
}

/** Whether a later page needs to know the changes. A time beacon matters only while answers are unsaved. */
function isNews(before: AttemptState, after: AttemptState): boolean {
  return (
    after.unsaved !== before.unsaved ||
    after.marks !== before.marks ||
    after.current !== before.current ||
    after.changed !== before.changed ||
    after.savedSeq !== before.savedSeq ||
    (after.beacon !== before.beacon && Object.keys(after.unsaved).length > 0)
  )
}
