import { changeOf, endPaper, keepPaper, paperOf } from './kept-papers.ts'
import type { AttemptEvent, AttemptState, Unsaved } from './state.ts'

/** Has the device keep what is unsaved. `changed`: whether it does so is another answer now. */
export function makeKeeping(studentId: string, changed: () => void) {
  // until the device has said so
  let keeps = false
  // what it was given once and did not keep: from then on it is given all that is unsaved, until it has kept that
  let lacks = false
  // what it may still have since then, though the server has confirmed it: a page that comes after this one would send it again
  let unremoved: Unsaved = {}
  // what it has done with: the server has it, or it gave way
  let done: Unsaved = {}

  function heard(kept: boolean, all: boolean, settled: Unsaved): void {
    if (!kept) unremoved = { ...unremoved, ...settled }
    else unremoved = withoutThose(unremoved, settled)
    lacks = !kept || (lacks && !all)
    if (keeps === !lacks) return
    keeps = !lacks
    changed()
  }

  return {
    keeps: () => keeps,
    /** Of what was read from the device: this page may have done with it meanwhile. */
    withoutOld: (unsaved: Unsaved) => withoutThose(unsaved, done),
    keep(before: AttemptState, state: AttemptState, event: AttemptEvent): void {
      if (state.phase === 'submitted') {
        if (before.phase === 'submitted') return
        void endPaper(studentId, state.ended, { ...unremoved, ...before.unsaved })
        unremoved = {}
        done = {}
        return
      }
      const paper = paperOf(state)
      // its first row, before anything is typed, tells whether the device keeps any
      const isDue = isNews(before, state) || (lacks && isHeardOf(event))
      if (!paper || (before.sitting && !isDue)) return
      const { typed, settled: gone } = changeOf(before.unsaved, state.unsaved)
      done = { ...done, ...gone }
      const settled = { ...unremoved, ...gone }
      // what another page typed, that page keeps; what was left here is kept already
      const mine = event.on === 'elsewhere' || !before.sitting ? {} : typed
      const all = lacks
      const hurry = event.on === 'answer'
      const change = { typed: all ? state.unsaved : mine, settled, hurry }
      void keepPaper(studentId, paper, change).then((kept) => heard(kept, all, settled))
    },
  }
}

/** Those that are newer than these, answer by answer. */
function withoutThose(unsaved: Unsaved, those: Unsaved): Unsaved {
  return Object.fromEntries(
    Object.entries(unsaved).filter(
      ([id, { at }]) => at > (those[id]?.at ?? Number.NEGATIVE_INFINITY),
    ),
  )
}

/** Something was sent, and heard of or given up. */
function isHeardOf({ on }: AttemptEvent): boolean {
  return on === 'beat' || on === 'notBeaten' || on === 'notSent'
}

/** Something a page that comes after this one would want to know. A beacon matters while answers wait. */
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
