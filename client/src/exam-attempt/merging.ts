import type { Answers, Unsaved } from './state.ts'

/** The contract's guarantee: exam.seqStale carries what is saved, and when each answer was taken since the number sent. */
export interface Standing {
  savedSeq: number
  answers: Answers
  savedAt: Record<string, string>
  /** which choice of its device each of those was; left out for the pages of before */
  chosen: Record<string, number>
}

export function toStanding(data: Record<string, unknown>): Standing {
  // the servers of before do not say which
  const unsaid: Pick<Standing, 'savedAt' | 'chosen'> = { savedAt: {}, chosen: {} }
  return { ...unsaid, ...data } as Standing
}

/**
 * Which answer is the last (docs/exam-offline.md): a saved one counts from when the server took it, an unsaved one from when it was
 * chosen, both by the server's clock. A choice that was replaced here by hand is older than its replacement, even where it arrived later.
 * @returns what is still to be sent, and the questions whose last answer the person should look at
 */
export function merge(
  unsaved: Unsaved,
  { answers, savedAt, chosen }: Standing,
): { unsaved: Unsaved; doubtful: string[] } {
  const doubtful: string[] = []
  const kept = Object.entries(unsaved).filter(([id, typed]) => {
    const at = savedAt[id]
    const theirs = answers[id] ?? []
    if (!at || same(theirs, typed.options)) return true
    const choice = chosen[id]
    if (choice !== undefined && typed.before?.includes(choice)) return true
    doubtful.push(id)
    return Date.parse(at) <= (typed.serverAt ?? 0)
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

/** Which choices they are, for the server to tell again. */
export function choicesOf(unsaved: Unsaved): Record<string, number> {
  return Object.fromEntries(Object.entries(unsaved).map(([id, { at }]) => [id, at]))
}

/** The same options, in whatever order. */
export function same(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
