import { placeOfLetter } from '@ce/contract/question-options'
import type { RawQuestion } from './raw.ts'

const optionLine = /^\s*([A-Ja-jＡ-Ｊａ-ｊ])[.)．）、](.*)$/
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
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const answer = answerLine.exec(line)?.[1]?.trim()
    const option = optionLine.exec(line)
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

/** @param no the line of the file it begins at; texts stay empty, `type` null until they are read */
export function emptyQuestion(no: number): RawQuestion {
  const texts = { stem: '', answer: '', explanation: '', difficulty: '', tags: '' }
  return { no, type: null, ...texts, options: [], problems: [] }
}
