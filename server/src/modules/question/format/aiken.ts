import { decideOrder } from '@ce/contract/question-findings'
import { judgeOptions, letterOf } from '@ce/contract/question-options'
import type { Written } from './written.ts'

/** Moodle's Aiken: a line for the stem, one an option, one for the answer. */
export function aikenOf(questions: readonly Written[]): string {
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

/** One right answer; and 正确 and 错误 as the options of a 单选题 would come back as a 判断题. */
export function fitsAiken({ type, options }: Written): boolean {
  const texts = options.map(({ text }) => oneLine(text))
  const reads =
    texts.length === 2 && judgeOptions.every((text) => texts.includes(text)) ? 'JUDGE' : 'SINGLE'
  return type === reads
}

const losses: readonly [string, (question: Written) => boolean][] = [
  ['解析', ({ explanation }) => explanation !== ''],
  ['标签', ({ tags }) => tags.length > 0],
  ['难度（再导入时都是“中”）', ({ difficulty }) => difficulty !== 2],
  [
    '选项次序（再导入时由系统按内容判断）',
    ({ order, ...question }) => order !== decideOrder({ ...question, explanation: '' }),
  ],
  [
    '换行和连续的空格（写成一个空格）',
    ({ stem, options }) =>
      [stem, ...options.map(({ text }) => text)].some((text) => oneLine(text) !== text),
  ],
]

/** What does not come back of questions that are written, a sentence each. */
export function lostInAiken(questions: readonly Written[]): string[] {
  return losses.flatMap(([what, isLost]) => {
    const count = questions.filter(isLost).length
    return count > 0 ? [`${count} 道试题不带${what}`] : []
  })
}
