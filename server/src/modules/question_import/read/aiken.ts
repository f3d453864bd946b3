import { placeOfLetter } from '@ce/contract/question-options'
import type { RawQuestion } from './raw.ts'

const optionLine = /^\s*([A-Ja-jＡ-Ｊａ-ｊ])[.)．）、](.*)$/
const capitalA = /^\s*[AＡ][.)．）、]/
const smallLetter = /^[a-jａ-ｊ]$/
const answerLine = /^\s*ANSWER\s?[:：](.*)$/i

/** Whether a text is Aiken: some line is an answer. */
export function isAiken(text: string): boolean {
  return text.split('\n').some((line) => answerLine.test(line))
}

/** Moodle's Aiken: stem, lettered options, ANSWER. A question that ends without an answer is told as such. */
export function readAiken(text: string): RawQuestion[] {
  const questions: RawQuestion[] = []
  let open: RawQuestion | null = null
  const close = () => {
    if (open && open.answer === '')
      open.problems.push({ column: '答案', problem: '没有 ANSWER 一行' })
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
    } else if (option && open && placeOfLetter(option[1] ?? '') === open.options.length) {
      open.options.push(option[2]?.trim() ?? '')
    } else if (line.trim() !== '') {
      if (open && open.options.length > 0) close()
      open ??= emptyQuestion(index + 1)
      open.stem = open.stem ? `${open.stem}\n${line.trim()}` : line.trim()
    }
  }
  close()
  return questions
}

/** By line, whether options in capitals follow in the same question: small letters there are a list in its stem. */
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

/** @param no the line of the file it begins at; texts stay empty, `type` null until they are read */
export function emptyQuestion(no: number): RawQuestion {
  const texts = { stem: '', answer: '', explanation: '', difficulty: '', tags: '', order: '' }
  const none = { options: [], problems: [], cells: null, shown: {}, notes: [], found: [] }
  return { no, type: null, ...texts, ...none }
}
