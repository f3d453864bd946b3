import type { Question } from '@ce/client/exam-attempt/state.ts'

/** The choice after an option was picked: several are kept in the paper's order, otherwise the new one stands alone. */
export function pick(question: Question, chosen: readonly string[], optionId: string): string[] {
  if (question.type !== 'MULTIPLE') return [optionId]
  const next = new Set(chosen)
  if (!next.delete(optionId)) next.add(optionId)
  return question.options.map(({ id }) => id).filter((id) => next.has(id))
}

/** Which option a key stands for: A–F or 1–6; -1 for none. */
export function optionIndexOf(key: string): number {
  if (/^[a-f]$/i.test(key)) return key.toUpperCase().charCodeAt(0) - 65
  return /^[1-6]$/.test(key) ? Number(key) - 1 : -1
}
