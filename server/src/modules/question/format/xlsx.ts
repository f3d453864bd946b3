import { withLetters } from '@ce/contract/option-letters'
import { orderNames } from '@ce/contract/question-findings'
import { difficultyName, letterOf, typeNames } from '@ce/contract/question-options'
import { writeSheet } from '../../../platform/sheets/write.ts'
import type { Written } from './written.ts'

const fewestOptions = 4

/** The columns that the import reads back. */
export async function xlsxOf(questions: readonly Written[]): Promise<Buffer> {
  const options = Math.max(fewestOptions, ...questions.map((one) => one.options.length))
  const letters = Array.from({ length: options }, (_, index) => letterOf(index))
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
  const columns = titles.map(
    (title) => [title, title === '题干' ? 60 : title === '解析' ? 40 : 16] as const,
  )
  return writeSheet(
    columns,
    questions.map((one) => rowOf(one, letters)),
  )
}

function rowOf(question: Written, letters: string[]): string[] {
  const { options } = question
  const texts = withLetters(options.map(({ text }) => text))
  const right = options.flatMap((option, index) => (option.right ? [letterOf(index)] : []))
  return [
    String(question.no),
    typeNames[question.type],
    question.stem,
    ...letters.map((_, index) => texts[index] ?? ''),
    question.type === 'JUDGE' ? (options[0]?.right ? '正确' : '错误') : right.join(''),
    question.explanation,
    difficultyName(question.difficulty),
    question.tags.join('、'),
    orderNames[question.order],
    question.enabled ? '启用' : '停用',
  ]
}
