import type { AttemptAnswers, UnsavedAnswers } from './state.ts'

/** Data of the refusal exam.seqStale: the answers that the server has saved. The contract guarantees these fields. */
export interface ServerAnswers {
  savedSeq: number
  answers: AttemptAnswers
  savedAt: Record<string, string>
  /** Time of each choice by question id. Pages of older versions do not send the times. */
  chosen: Record<string, number>
}

export function toServerAnswers(data: Record<string, unknown>): ServerAnswers {
  // Older servers omit these fields.
  const unsaid: Pick<ServerAnswers, 'savedAt' | 'chosen'> = { savedAt: {}, chosen: {} }
  return { ...unsaid, ...data } as ServerAnswers
}

/**
 * Merges unsaved answers with those saved on the server. A choice that the student replaced on this device loses, even
 * if it reached the server later (docs/exam-offline.md).
 * @returns answers to send and questions to review
 */
export function mergeAnswers(
  unsaved: UnsavedAnswers,
  { answers, savedAt, chosen }: ServerAnswers,
): { unsaved: UnsavedAnswers; doubtful: string[] } {
  const doubtful: string[] = []
  const kept = Object.entries(unsaved).filter(([id, typed]) => {
    const at = savedAt[id]
    const theirs = answers[id] ?? []
    if (!at || hasSameOptions(theirs, typed.options)) return true
    const choice = chosen[id]
    if (choice !== undefined && typed.before?.includes(choice)) return true
    doubtful.push(id)
    return Date.parse(at) <= (typed.serverAt ?? 0)
  })
  return { unsaved: Object.fromEntries(kept), doubtful }
}

/**
 * Returns the sequence number of the next save, based on the oldest one that an unsaved answer knew. If answers were
 * saved elsewhere since, the server refuses the save and reports them.
 */
export function nextSaveSeq(unsaved: UnsavedAnswers, savedSeq: number): number {
  return 1 + Math.min(savedSeq, ...Object.values(unsaved).map(({ seq }) => seq ?? savedSeq))
}

export function toAnswerOptions(unsaved: UnsavedAnswers): AttemptAnswers {
  return Object.fromEntries(Object.entries(unsaved).map(([id, { options }]) => [id, options]))
}

export function choiceTimesOf(unsaved: UnsavedAnswers): Record<string, number> {
  return Object.fromEntries(Object.entries(unsaved).map(([id, { at }]) => [id, at]))
}

/** The order of the options does not matter. */
export function hasSameOptions(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
