import { parseDecimal } from '@ce/contract/decimal'
import type { FindingPart } from '@ce/contract/question-findings'
import { letterOf, optionFields } from '@ce/contract/question-options'
import { emptyQuestion } from './aiken.ts'
import { htmlText, notOnlyText } from './html-text.ts'
import type { RawQuestion } from './raw.ts'

/** Whether a text is GIFT: a question's braces with an answer in them. */
export function isGift(text: string): boolean {
  return /(?<!\\)\{\s*(?:[=~]|T(?:RUE)?\s*[#}]|F(?:ALSE)?\s*[#}])/i.test(text)
}

/**
 * Moodle's GIFT: one right answer, several by shares, and true or false. Numbers, matching, missing words and free texts
 * are told as what we do not examine.
 */
export function readGift(text: string): RawQuestion[] {
  return blocksOf(text).map(({ no, lines }) => {
    const remarks = lines.filter((line) => isRemark(line) && line.length <= mostCharacters)
    const said = (name: string) =>
      remarks
        .flatMap((line) => [...line.matchAll(/\[(tag|difficulty|order):([^\][]{1,40})\]/g)])
        .flatMap(([, key, value = '']) => (key === name ? [value] : []))
    const body = lines.filter((line) => !isRemark(line)).join('\n')
    return {
      ...readQuestion(no, body),
      tags: said('tag').join('、'),
      difficulty: said('difficulty')[0] ?? '',
      order: said('order')[0] ?? '',
    }
  })
}

const isRemark = (line: string) => line.trimStart().startsWith('//')

/** Questions are told apart by empty lines; `$CATEGORY` lines and comments alone are none. */
function blocksOf(text: string): { no: number; lines: string[] }[] {
  const blocks: { no: number; lines: string[] }[] = []
  let lines: string[] = []
  const close = (end: number) => {
    const says = lines.some((line) => !/^\s*(?:\/\/|$)/.test(line))
    if (says) blocks.push({ no: end - lines.length + 1, lines })
    lines = []
  }
  const all = text.split(/\r?\n/)
  for (const [index, line] of all.entries()) {
    if (line.trim() === '' || /^\s*\$CATEGORY:/i.test(line)) close(index)
    else lines.push(line)
  }
  close(all.length)
  return blocks
}

/** a stem, ten options and an explanation, thrice over */
const mostCharacters = 20_000

/** a name up to its second `::`, the stem, what stands in the braces, and what behind them */
const wholeQuestion =
  /^(?:::(?:\\.|(?!::)[^\\])*::)?((?:\\.|[^{}\\])*)\{((?:\\.|[^{}\\])*)\}([\s\S]*)$/

function readQuestion(no: number, body: string): RawQuestion {
  const question = emptyQuestion(no)
  const refuse = (column: string, problem: string) => {
    question.problems.push({ column, problem })
    return question
  }
  if (body.length > mostCharacters) return refuse('题干', '过长')
  const parts = wholeQuestion.exec(body.trim())
  if (!parts) return refuse('题干', '没有成对的花括号 { }')
  const [, stem = '', inside = '', after = ''] = parts
  const wayOf = writtenAs(stem, 'as it is').way
  const plain = (text: string, part: FindingPart) =>
    plainText(text, wayOf, (quote) => question.found.push({ kind: 'STRUCK', part, quote }))
  question.stem = plain(stem, 'STEM')
  if (after.trim() !== '') return refuse('题型', '不支持填空题')
  if (wayOf === 'html' && notOnlyText.test(body))
    return refuse('题干', '含有图片、公式或音视频，只能导入文字')
  const [answers = '', general = ''] = splitOnce(inside, /(?<!\\)####/)
  question.explanation = plain(general, 'EXPLANATION')
  const judged = /^\s*(T|TRUE|F|FALSE)\s*(?:(?<!\\)#[\s\S]*)?$/i.exec(answers)
  if (judged)
    return Object.assign(question, {
      type: '判断',
      answer: /^T/i.test(judged[1] ?? '') ? '对' : '错',
    })
  if (answers.trim() === '') return refuse('题型', '不支持问答题')
  if (/^\s*#/.test(answers)) return refuse('题型', '不支持数值题')
  return withChoices(question, answers, plain)
}

interface Choice {
  text: string
  sign: string
  /** of the points in percent, where it is said */
  share: number
}

/**
 * As Moodle grades them: with `=` one answer has all the points, and who chose another that has some of them is not right; without,
 * the answers that have points have them all together.
 */
function withChoices(
  question: RawQuestion,
  answers: string,
  plain: (text: string, part: FindingPart) => string,
): RawQuestion {
  const found = [...answers.matchAll(/(?<!\\)([=~])((?:\\.|[^=~\\])*)/g)]
  const choices = found.map((one, index) =>
    choiceOf(one, (text) => plain(text, optionFields[index] ?? 'OPTIONS')),
  )
  const refuse = (column: string, problem: string) => {
    question.problems.push({ column, problem })
    return question
  }
  if (choices.every(({ sign }) => sign === '='))
    return refuse('题型', answers.includes('->') ? '不支持配对题' : '不支持简答题')
  const oneRight = choices.some(({ sign }) => sign === '=')
  const isRight = ({ sign, share }: Choice) => (oneRight ? sign === '=' || share >= 100 : share > 0)
  const right = choices.flatMap((choice, index) => (isRight(choice) ? [letterOf(index)] : []))
  const points = choices.filter(isRight).reduce((sum, { share }) => sum + share, 0)
  // thirds and sixths are rounded
  if (!oneRight && right.length > 0 && Math.abs(points - 100) > 1)
    return refuse('答案', `各正确选项的分数合计为 ${points}%，应为 100%`)
  return Object.assign(question, {
    type: !oneRight && right.length > 1 ? '多选' : '单选',
    options: choices.map(({ text }) => text),
    answer: right.join(''),
  })
}

function choiceOf(
  [, sign = '', content = '']: RegExpMatchArray,
  plain: (text: string) => string,
): Choice {
  const share = /^\s*%(-?[\d.]+)%/.exec(content)
  const [text = ''] = splitOnce(content.slice(share?.[0].length ?? 0), /(?<!\\)#/)
  return { text: plain(text), sign, share: parseDecimal(share?.[1] ?? '0') }
}

function splitOnce(text: string, at: RegExp): string[] {
  const found = at.exec(text)
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text]
}

type Way = 'html' | 'as it is'

/** A text without the mark that says how it is written. Of no other word in brackets: [A] may be the text's own. */
function writtenAs(text: string, unsaid: Way): { way: Way; text: string } {
  const mark = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text)
  if (!mark) return { way: unsaid, text }
  const way = /html|moodle/i.test(mark[1] ?? '') ? 'html' : 'as it is'
  return { way, text: text.slice(mark[0].length) }
}

/** Without GIFT's escapes, and without HTML's where it is said to be HTML: of the piece, or of the whole question. */
function plainText(said: string, unsaid: Way, onStruck: (words: string) => void): string {
  const { way, text } = writtenAs(said, unsaid)
  const plain = text.replace(/\\([n~=#{}:\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
  return way === 'html' ? htmlText(plain, onStruck) : plain.trim()
}
