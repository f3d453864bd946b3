import { addProtectiveOptionLetters } from '@ce/contract/option-letters'
import { optionOrderLabels, requiredOptionOrder } from '@ce/contract/question-findings'
import { difficultyLabel, optionLetterOf, questionTypeLabels, trueFalseOptions } from '@ce/contract/question-options'
import { writeWorkbook } from '../../../../platform/sheets/write.ts'
import type { QuestionContent } from '../content.ts'
import type { OptionOrder } from '../findings.ts'

const losses: readonly [string, (question: ExportedQuestion) => boolean][] = [
  ['解析', ({ explanation }) => explanation !== ''],
  ['标签', ({ tags }) => tags.length > 0],
  ['难度（再导入时都是“中”）', ({ difficulty }) => difficulty !== 2],
  [
    '选项次序（再导入时由系统按内容判断）',
    ({ order, ...question }) => order !== requiredOptionOrder({ ...question, explanation: '' }),
  ],
  [
    '换行和连续的空格（写成一个空格）',
    ({ stem, options }) => [stem, ...options.map(({ text }) => text)].some((text) => oneLine(text) !== text),
  ],
]

const fewestOptions = 4

export async function writeQuestionWorkbook(questions: readonly ExportedQuestion[]): Promise<Buffer> {
  const options = Math.max(fewestOptions, ...questions.map((one) => one.options.length))
  const letters = Array.from({ length: options }, (_, index) => optionLetterOf(index))
  const titles = [
    '题号',
    '题型',
    '题干',
    ...letters.map((letter) => `选项${letter}`),
    '答案',
    '解析',
    '难度',
    '标签',
    '选项次序',
    '状态',
  ]
  const columns = titles.map((title) => [title, title === '题干' ? 60 : title === '解析' ? 40 : 16] as const)
  return writeWorkbook(
    columns,
    questions.map((one) => rowOf(one, letters)),
  )
}

function rowOf(question: ExportedQuestion, letters: string[]): string[] {
  const { options } = question
  const texts = addProtectiveOptionLetters(options.map(({ text }) => text))
  const right = options.flatMap((option, index) => (option.right ? [optionLetterOf(index)] : []))
  return [
    String(question.no),
    questionTypeLabels[question.type],
    question.stem,
    ...letters.map((_, index) => texts[index] ?? ''),
    question.type === 'JUDGE' ? (options[0]?.right ? '正确' : '错误') : right.join(''),
    question.explanation,
    difficultyLabel(question.difficulty),
    question.tags.join('、'),
    optionOrderLabels[question.order],
    question.enabled ? '启用' : '停用',
  ]
}

export type ExportedQuestion = QuestionContent & { order: OptionOrder; no: number; enabled: boolean }

/** Writes Moodle's Aiken format, which has one line for the stem, each option and the answer. */
export function formatAiken(questions: readonly ExportedQuestion[]): string {
  return questions.map(oneOf).join('\n')
}

function oneOf({ stem, options }: ExportedQuestion): string {
  const right = options.findIndex((option) => option.right)
  const lines = [
    oneLine(stem),
    ...options.map(({ text }, index) => `${optionLetterOf(index)}. ${oneLine(text)}`),
    `ANSWER: ${optionLetterOf(right)}`,
  ]
  return `${lines.join('\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Aiken allows only one right answer. A single-choice question with the options 正确 and 错误 is left out, because an
 * import would read it as a true/false question.
 */
export function isAikenExportable({ type, options }: ExportedQuestion): boolean {
  const texts = options.map(({ text }) => oneLine(text))
  const reads = texts.length === 2 && trueFalseOptions.every((text) => texts.includes(text)) ? 'JUDGE' : 'SINGLE'
  return type === reads
}

export function aikenExportLosses(questions: readonly ExportedQuestion[]): string[] {
  return losses.flatMap(([what, isLost]) => {
    const count = questions.filter(isLost).length
    return count > 0 ? [`${count} 道试题不带${what}`] : []
  })
}
