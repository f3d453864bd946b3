import type { Question } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { isInDialog } from '@ce/client/use-keys-wanted.ts'
import { useEffect } from 'react'

/** A–F or 1–6 answer, arrows go back and on, M marks (look.md Exam). */
export function useExamKeys({ state, attempt }: ExamSeat, active: boolean): void {
  const { sitting, current, answers } = state
  const question = sitting?.questions[current]
  useEffect(() => {
    if (!active || !question) return
    const press = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      if (isInDialog(event.target)) return
      const option = question.options[optionIndexOf(key)]
      // held down, a key must not flicker an answer on and off
      if (option && !event.repeat) {
        const options = pick(question, answers[question.id] ?? [], option.id)
        attempt.dispatch({ on: 'answer', questionId: question.id, options })
      } else if (key === 'ArrowLeft') attempt.dispatch({ on: 'go', to: current - 1 })
      else if (key === 'ArrowRight') attempt.dispatch({ on: 'go', to: current + 1 })
      else if (key.toLowerCase() === 'm' && !event.repeat)
        attempt.dispatch({ on: 'mark', questionId: question.id })
      else return
      // arrows would also move within the radio buttons
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [active, question, current, answers, attempt])
}

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
