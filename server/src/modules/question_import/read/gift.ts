import { letterOf } from '@ce/contract/question-options'
import { emptyQuestion } from './aiken.ts'
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
    const tags = lines
      .filter(({ length }) => length <= mostCharacters)
      .flatMap((line) => [...line.matchAll(/\[tag:([^\][]{1,40})\]/g)].map((tag) => tag[1] ?? ''))
    const body = lines.filter((line) => !line.trimStart().startsWith('//')).join('\n')
    return { ...readQuestion(no, body), tags: tags.join('、') }
  })
}

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

function readQuestion(no: number, body: string): RawQuestion {
  const question = emptyQuestion(no)
  const refuse = (column: string, problem: string) => {
    question.problems.push({ column, problem })
    return question
  }
  if (body.length > mostCharacters) return refuse('题干', '过长')
  const parts =
    /^(?:::(?:\\.|[^:\\])*::)?(?:\s*\[\w+\])?((?:\\.|[^{}\\])*)\{((?:\\.|[^{}\\])*)\}([\s\S]*)$/.exec(
      body.trim(),
    )
  if (!parts) return refuse('题干', '没有成对的花括号 { }')
  const [, stem = '', inside = '', after = ''] = parts
  question.stem = plain(stem)
  if (after.trim() !== '') return refuse('题型', '不支持填空题')
  const [answers = '', general = ''] = splitOnce(inside, /(?<!\\)####/)
  question.explanation = plain(general)
  const judged = /^\s*(T|TRUE|F|FALSE)\s*(?:(?<!\\)#[\s\S]*)?$/i.exec(answers)
  if (judged)
    return Object.assign(question, {
      type: '判断',
      answer: /^T/i.test(judged[1] ?? '') ? '对' : '错',
    })
  if (answers.trim() === '') return refuse('题型', '不支持问答题')
  if (/^\s*#/.test(answers)) return refuse('题型', '不支持数值题')
  return withChoices(question, answers)
}

interface Choice {
  text: string
  right: boolean
}

function withChoices(question: RawQuestion, answers: string): RawQuestion {
  const choices = [...answers.matchAll(/(?<!\\)([=~])((?:\\.|[^=~\\])*)/g)].map(choiceOf)
  if (choices.every(({ right }) => right) && answers.trimStart().startsWith('=')) {
    const problem = answers.includes('->') ? '不支持配对题' : '不支持简答题'
    question.problems.push({ column: '题型', problem })
    return question
  }
  const right = choices.flatMap((choice, index) => (choice.right ? [letterOf(index)] : []))
  const shared = /(?<!\\)~\s*%/.test(answers) && right.length > 1
  return Object.assign(question, {
    type: shared ? '多选' : '单选',
    options: choices.map(({ text }) => text),
    answer: right.join(''),
  })
}

function choiceOf([, sign, content = '']: RegExpMatchArray): Choice {
  const share = /^\s*%(-?[\d.]+)%/.exec(content)
  const [text = ''] = splitOnce(content.slice(share?.[0].length ?? 0), /(?<!\\)#/)
  return { text: plain(text), right: share ? Number(share[1]) > 0 : sign === '=' }
}

function splitOnce(text: string, at: RegExp): string[] {
  const found = at.exec(text)
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text]
}

/** Without GIFT's escapes. */
function plain(text: string): string {
  return text.replace(/\\([n~=#{}:\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)).trim()
}
