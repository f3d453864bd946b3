import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useEffect, useState } from 'react'
import { optionIndexOf, pick } from './chosen.ts'

const storageKey = 'exam-keys'

/** Whether single keys answer: people who use speech or meet keys by accident can turn them off (WCAG 2.1.4). */
export function useKeysWanted(): [boolean, (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(() => readWanted())
  const change = (next: boolean) => {
    setWanted(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // no storage: it holds as long as the page
    }
  }
  return [wanted, change]
}

function readWanted(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

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

/** A question over the paper has its keys for itself: whether to leave, how to sign in again. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role="dialog"]') !== null
}
