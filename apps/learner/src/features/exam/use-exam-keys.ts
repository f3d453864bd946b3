import type { AttemptQuestion } from '@ce/client/exam-attempt/state.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { isInDialog } from '@ce/client/use-keys-wanted.ts'
import { useEffect } from 'react'

/** A–F or 1–6 select options, arrows change the question, M marks it (docs/rules/look.md#exam-page). */
export function useExamKeys({ state, attempt }: ExamSession, active: boolean): void {
  const { sitting, current, answers } = state
  const question = sitting?.questions[current]
  useEffect(() => {
    if (!active || !question) return
    const press = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      if (isInDialog(event.target)) return
      const option = question.options[optionIndexOfKey(key)]
      // Holding a key must not toggle the answer repeatedly.
      if (option && !event.repeat) {
        const options = toggleAnswerOption(question, answers[question.id] ?? [], option.id)
        attempt.dispatch({ on: 'answer', questionId: question.id, options })
      } else if (key === 'ArrowLeft') attempt.dispatch({ on: 'go', to: current - 1 })
      else if (key === 'ArrowRight') attempt.dispatch({ on: 'go', to: current + 1 })
      else if (key.toLowerCase() === 'm' && !event.repeat) attempt.dispatch({ on: 'mark', questionId: question.id })
      else return
      // Prevent the default, because arrows would also move between the radio buttons.
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [active, question, current, answers, attempt])
}

/**
 * Returns the answer after an option was toggled. A multiple choice keeps the options in the paper's order; any other
 * question keeps only the new option.
 */
export function toggleAnswerOption(question: AttemptQuestion, chosen: readonly string[], optionId: string): string[] {
  if (question.type !== 'MULTIPLE') return [optionId]
  const next = new Set(chosen)
  if (!next.delete(optionId)) next.add(optionId)
  return question.options.map(({ id }) => id).filter((id) => next.has(id))
}

/** Returns -1 if the key selects no option. */
export function optionIndexOfKey(key: string): number {
  if (/^[a-f]$/i.test(key)) return key.toUpperCase().charCodeAt(0) - 65
  return /^[1-6]$/.test(key) ? Number(key) - 1 : -1
}
