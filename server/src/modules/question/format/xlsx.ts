import { difficultyName, letterOf, typeNames } from '@ce/contract/question-options'
import writeXlsx from 'write-excel-file/node'
import type { Written } from './written.ts'

const fewestOptions = 4

/** The columns that the import reads back. */
export async function xlsxOf(questions: Written[]): Promise<Buffer> {
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
    '状态',
  ]
  const header = titles.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const rows = questions.map((one) => rowOf(one, letters).map((value) => ({ value, type: String })))
  const widths = titles.map((title) => ({
    width: title === '题干' ? 60 : title === '解析' ? 40 : 16,
  }))
  return writeXlsx([header, ...rows], { columns: widths, stickyRowsCount: 1 }).toBuffer()
}

function rowOf(question: Written, letters: string[]): string[] {
  const { options } = question
  const right = options.flatMap((option, index) => (option.right ? [letterOf(index)] : []))
  return [
    String(question.no),
    typeNames[question.type],
    question.stem,
    ...letters.map((_, index) => options[index]?.text ?? ''),
    question.type === 'JUDGE' ? (options[0]?.right ? '正确' : '错误') : right.join(''),
    question.explanation,
    difficultyName(question.difficulty),
    question.tags.join('、'),
    question.enabled ? '启用' : '停用',
  ]
}
