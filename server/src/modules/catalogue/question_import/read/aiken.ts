import { optionIndexOfLetter } from '@ce/contract/question-options'
import type { RawQuestion } from './raw.ts'

const optionLine = /^\s*([A-Ja-jＡ-Ｊａ-ｊ])[.)．）、](.*)$/
const capitalA = /^\s*[AＡ][.)．）、]/
const smallLetter = /^[a-jａ-ｊ]$/
const answerLine = /^\s*ANSWER\s?[:：](.*)$/i

export function isAikenText(text: string): boolean {
  return text.split('\n').some((line) => answerLine.test(line))
}

/** A question without an answer becomes a problem in the import report. */
export function parseAiken(text: string): RawQuestion[] {
  const questions: RawQuestion[] = []
  let open: RawQuestion | null = null
  const close = () => {
    if (open && open.answer === '') open.problems.push({ column: '答案', problem: '没有 ANSWER 一行' })
    if (open) questions.push(open)
    open = null
  }
  const lines = text.split(/\r?\n/)
  const listed = beforeCapitals(lines)
  for (const [index, line] of lines.entries()) {
    const answer = answerLine.exec(line)?.[1]?.trim()
    const letter = optionLine.exec(line)
    const option = listed[index] && smallLetter.test(letter?.[1] ?? '') ? null : letter
    if (answer !== undefined && open) {
      open.answer = answer
      close()
    } else if (option && open && optionIndexOfLetter(option[1] ?? '') === open.options.length) {
      open.options.push(option[2]?.trim() ?? '')
    } else if (line.trim() !== '') {
      if (open && open.options.length > 0) close()
      open ??= emptyRawQuestion(index + 1)
      open.stem = open.stem ? `${open.stem}\n${line.trim()}` : line.trim()
    }
  }
  close()
  return questions
}

/** Returns for each line whether it stands before options with capital letters of the same question. */
function beforeCapitals(lines: string[]): boolean[] {
  let follow = false
  return lines
    .map((line, index) => {
      const gap = line.trim() === '' && !optionLine.test(lines[index + 1] ?? '')
      return { ends: gap || answerLine.test(line), begins: capitalA.test(line) }
    })
    .reverse()
    .map(({ ends, begins }) => {
      follow = !ends && (begins || follow)
      return follow
    })
    .reverse()
}

export function emptyRawQuestion(no: number): RawQuestion {
  const texts = { stem: '', answer: '', explanation: '', difficulty: '', tags: '', order: '' }
  const none = { options: [], problems: [], cells: null, shown: {}, notes: [], found: [] }
  return { no, type: null, ...texts, ...none }
}
