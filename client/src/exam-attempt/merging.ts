import type { Answers, Unsaved } from './state.ts'

/** The contract's guarantee: exam.seqStale carries what is saved, and when each answer was taken since the number sent. */
export interface Standing {
  savedSeq: number
  answers: Answers
  savedAt: Record<string, string>
  /** another browser was heard of this attempt; left out by the servers of before */
  others?: boolean
}

export function toStanding(data: Record<string, unknown>): Standing {
  return { savedAt: {}, ...data } as Standing
}

/**
 * Which answer is the last (docs/exam-offline.md): a saved one counts from when the server took it, an unsaved one from when it was
 * chosen, both by the server's clock. What was replaced here by hand is older than its replacement, even where it arrived later.
 * @returns what is still to be sent, and the questions whose last answer the person should look at
 */
export function merge(
  unsaved: Unsaved,
  { answers, savedAt }: Standing,
): { unsaved: Unsaved; doubtful: string[] } {
  const doubtful: string[] = []
  const kept = Object.entries(unsaved).filter(([id, typed]) => {
    const at = savedAt[id]
    const theirs = answers[id] ?? []
    if (!at || same(theirs, typed.options)) return true
    const later = Date.parse(at) > (typed.serverAt ?? 0)
    const replaced = (typed.before ?? []).some((one) => same(one, theirs))
    if (later || !replaced) doubtful.push(id)
    return !later || replaced
  })
  return { unsaved: Object.fromEntries(kept), doubtful }
}

/** The number to send by: what was saved since the earliest of them was chosen is told, and merged, not overwritten. */
export function nextSeq(unsaved: Unsaved, savedSeq: number): number {
  return 1 + Math.min(savedSeq, ...Object.values(unsaved).map(({ seq }) => seq ?? savedSeq))
}

/** As the server takes them. */
export function plain(unsaved: Unsaved): Answers {
  return Object.fromEntries(Object.entries(unsaved).map(([id, { options }]) => [id, options]))
}

/** The same options, in whatever order. */
export function same(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
