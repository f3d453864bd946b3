import { parseDecimal } from '@ce/contract/decimal'
import type { FindingPart } from '@ce/contract/question-findings'
import { optionFields, optionLetterOf } from '@ce/contract/question-options'
import { emptyRawQuestion } from './aiken.ts'
import { htmlToPlainText, nonTextContentPattern } from './html-text.ts'
import type { RawQuestion } from './raw.ts'

export function isGiftText(text: string): boolean {
  return /(?<!\\)\{\s*(?:[=~]|T(?:RUE)?\s*[#}]|F(?:ALSE)?\s*[#}])/i.test(text)
}

/** Supports single, multiple and true/false questions. Other types become problems. */
export function parseGift(text: string): RawQuestion[] {
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

/** Empty lines separate questions; categories and comments are skipped. */
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

const mostCharacters = 20_000

const wholeQuestion = /^(?:::(?:\\.|(?!::)[^\\])*::)?((?:\\.|[^{}\\])*)\{((?:\\.|[^{}\\])*)\}([\s\S]*)$/

function readQuestion(no: number, body: string): RawQuestion {
  const question = emptyRawQuestion(no)
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
  if (wayOf === 'html' && nonTextContentPattern.test(body))
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
  share: number
}

/**
 * Decides like Moodle which answers are right: if any answer has `=`, only answers with the full score; otherwise all
 * answers with a score.
 */
function withChoices(
  question: RawQuestion,
  answers: string,
  plain: (text: string, part: FindingPart) => string,
): RawQuestion {
  const found = [...answers.matchAll(/(?<!\\)([=~])((?:\\.|[^=~\\])*)/g)]
  const choices = found.map((one, index) => choiceOf(one, (text) => plain(text, optionFields[index] ?? 'OPTIONS')))
  const refuse = (column: string, problem: string) => {
    question.problems.push({ column, problem })
    return question
  }
  if (choices.every(({ sign }) => sign === '='))
    return refuse('题型', answers.includes('->') ? '不支持配对题' : '不支持简答题')
  const oneRight = choices.some(({ sign }) => sign === '=')
  const isRight = ({ sign, share }: Choice) => (oneRight ? sign === '=' || share >= 100 : share > 0)
  const right = choices.flatMap((choice, index) => (isRight(choice) ? [optionLetterOf(index)] : []))
  const points = choices.filter(isRight).reduce((sum, { share }) => sum + share, 0)
  if (!oneRight && right.length > 0 && Math.abs(points - 100) > 1)
    return refuse('答案', `各正确选项的分数合计为 ${points}%，应为 100%`)
  return Object.assign(question, {
    type: !oneRight && right.length > 1 ? '多选' : '单选',
    options: choices.map(({ text }) => text),
    answer: right.join(''),
  })
}

function choiceOf([, sign = '', content = '']: RegExpMatchArray, plain: (text: string) => string): Choice {
  const share = /^\s*%(-?[\d.]+)%/.exec(content)
  const [text = ''] = splitOnce(content.slice(share?.[0].length ?? 0), /(?<!\\)#/)
  return { text: plain(text), sign, share: parseDecimal(share?.[1] ?? '0') }
}

function splitOnce(text: string, at: RegExp): string[] {
  const found = at.exec(text)
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text]
}

type Way = 'html' | 'as it is'

/** Removes a format mark such as [html] from the start; other brackets such as [A] belong to the text. */
function writtenAs(text: string, unsaid: Way): { way: Way; text: string } {
  const mark = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text)
  if (!mark) return { way: unsaid, text }
  const way = /html|moodle/i.test(mark[1] ?? '') ? 'html' : 'as it is'
  return { way, text: text.slice(mark[0].length) }
}

/** Removes GIFT escapes, and HTML tags if the text is marked as HTML. */
function plainText(said: string, unsaid: Way, onStruck: (words: string) => void): string {
  const { way, text } = writtenAs(said, unsaid)
  const plain = text.replace(/\\([n~=#{}:\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
  return way === 'html' ? htmlToPlainText(plain, onStruck) : plain.trim()
}
