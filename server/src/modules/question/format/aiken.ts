import { letterOf } from '@ce/contract/question-options'
import type { Written } from './written.ts'

/** Moodle's Aiken: a line for the stem, one an option, one for the answer. */
export function aikenOf(questions: Written[]): string {
  return questions.map(oneOf).join('\n')
}

function oneOf({ stem, options }: Written): string {
  const right = options.findIndex((option) => option.right)
  const lines = [
    oneLine(stem),
    ...options.map(({ text }, index) => `${letterOf(index)}. ${oneLine(text)}`),
    `ANSWER: ${letterOf(right)}`,
  ]
  return `${lines.join('\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
