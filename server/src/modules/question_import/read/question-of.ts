import { questionContent } from '@ce/contract'
import type { Finding, OptionOrder } from '@ce/contract/question-findings'
import { judgeOptions, letterOf, placeOfLetter } from '@ce/contract/question-options'
import type { z } from 'zod'
import type { RawQuestion, RowProblem } from './raw.ts'

type QuestionContent = z.output<typeof questionContent>
type QuestionType = QuestionContent['type']

/** One row of the report: what the question becomes, or why it cannot. */
export interface ReadRow {
  no: number
  stem: string
  content: QuestionContent | null
  /** to be looked at, not in the way; the bank keeps it */
  found: Finding[]
  problems: RowProblem[]
}

const yes = /^(对|正确|是|√|✓|✔|☑|✅|t|true|y|yes|1)$/i
const no = /^(错|错误|否|不对|不正确|×|✕|✖|✗|✘|╳|❌|x|f|false|n|no|0)$/i

/** The answer's own words: `（√）`, `对。` and `Ｔ` say no more than √, 对 and T. */
function bare(said: string): string {
  const plain = said.normalize('NFKC').replace(/\ufe0f|\s/g, '')
  return plain.replace(/^[([【]{1,3}|[)\]】。.]{1,3}$/g, '')
}

/** Judges what a file says of one question by the rules of the bank (contract questionContent). */
export function questionOf(raw: RawQuestion): ReadRow {
  const problems = [...raw.problems]
  const stem = raw.stem.slice(0, 1000)
  if (raw.stem === '' && problems.length === 0)
    problems.push({ column: '题干', problem: '没有填写' })
  const type = problems.length > 0 ? null : typeOf(raw, problems)
  const difficulty = difficultyOf(raw.difficulty, problems)
  const options = type && optionsOf(type, raw, problems)
  const order = orderOf(raw.order, problems)
  if (!type || !options || difficulty === null || problems.length > 0)
    return { no: raw.no, stem, content: null, found: [], problems }
  const checked = questionContent.safeParse({
    type,
    difficulty,
    stem: raw.stem,
    options,
    ...(order && { order }),
    explanation: raw.explanation,
    tags: tagsOf(raw.tags),
  })
  if (checked.success)
    return { no: raw.no, stem, content: checked.data, found: raw.found, problems }
  const told = checked.error.issues.map(({ path, message }) => ({
    column: columnOf(path),
    problem: message,
  }))
  return { no: raw.no, stem, content: null, found: [], problems: told }
}

const columnNames: Record<string, string> = {
  type: '题型',
  stem: '题干',
  options: '选项',
  answer: '答案',
  explanation: '解析',
  difficulty: '难度',
  tags: '标签',
}

function columnOf([field, index]: readonly PropertyKey[]): string {
  const name = columnNames[String(field)] ?? String(field)
  return field === 'options' && typeof index === 'number' ? `选项 ${letterOf(index)}` : name
}

function typeOf(raw: RawQuestion, problems: RowProblem[]): QuestionType | null {
  const said = raw.type?.normalize('NFKC').trim() ?? ''
  if (/^(单选|单项|single|radio)/i.test(said)) return 'SINGLE'
  if (/^(多选|多项|multi|checkbox)/i.test(said)) return 'MULTIPLE'
  if (/^(判断|是非|对错|judge|true)/i.test(said)) return 'JUDGE'
  if (said !== '') {
    problems.push({ column: '题型', problem: `“${said.slice(0, 20)}”不是单选题、多选题或判断题` })
    return null
  }
  const answer = bare(raw.answer)
  // F says false, but for the sixth of six options
  const isLetter = raw.options[placeOfLetter(answer)] !== undefined
  if (!isLetter && (yes.test(answer) || no.test(answer))) return 'JUDGE'
  // as we write one where a format has no types
  if (raw.options.length === 2 && judgeOptions.every((text) => raw.options.includes(text)))
    return 'JUDGE'
  return lettersOf(raw.answer).length > 1 ? 'MULTIPLE' : 'SINGLE'
}

function optionsOf(type: QuestionType, raw: RawQuestion, problems: RowProblem[]) {
  if (raw.answer === '') problems.push({ column: '答案', problem: '没有填写' })
  else if (type === 'JUDGE') {
    const right = judgement(raw)
    if (right !== null)
      return judgeOptions.map((text, index) => ({ text, right: index === (right ? 0 : 1) }))
    problems.push({ column: '答案', problem: `“${raw.answer.slice(0, 20)}”不是对或错` })
  } else if (raw.options.length === 0)
    problems.push({ column: '选项', problem: '没有找到，请核对哪几列是选项' })
  else {
    const places = lettersOf(raw.answer).map(placeOfLetter)
    if (places.length > 0 && places.every((place) => place >= 0 && place < raw.options.length))
      return raw.options.map((text, index) => ({ text, right: places.includes(index) }))
    const problem =
      places.includes(-1) || places.length === 0
        ? '应为选项的字母，如 ABD 或 A,B,D'
        : '有不存在的选项'
    problems.push({ column: '答案', problem: `“${raw.answer.slice(0, 20)}”${problem}` })
  }
  return null
}

/** 对 or 错 in any of its spellings, or the letter of the option that says so. */
function judgement(raw: RawQuestion): boolean | null {
  const answer = bare(raw.answer)
  const place = placeOfLetter(answer)
  const said = bare((raw.options.length === 0 ? ['对', '错'] : raw.options)[place] ?? answer)
  if (yes.test(said)) return true
  return no.test(said) ? false : null
}

/** `ABD`, `A,B,D`, `A、B D`, `（A）`: the letters of an answer. Anything else among them stays, to be refused. */
function lettersOf(answer: string): string[] {
  return [...bare(answer).replace(/[,，、;；|/]+/g, '')]
}

function difficultyOf(written: string, problems: RowProblem[]): number | null {
  const said = written.normalize('NFKC').trim()
  if (said === '') return 2
  if (/^(较?易|简单|容易|低|1|easy)$/i.test(said)) return 1
  if (/^(中等?|一般|适中|普通|2|medium)$/i.test(said)) return 2
  if (/^(较?难|困难|高|3|hard)$/i.test(said)) return 3
  problems.push({ column: '难度', problem: `“${said.slice(0, 20)}”不是易、中、难` })
  return null
}

function orderOf(written: string, problems: RowProblem[]): OptionOrder | undefined {
  const said = written.normalize('NFKC').trim()
  if (said === '') return undefined
  if (/^(固定|不打乱|不乱序|否|fixed)$/i.test(said)) return 'FIXED'
  if (/^(可?打乱|可?乱序|随机|不固定|是|free|shuffle)$/i.test(said)) return 'FREE'
  problems.push({ column: '选项次序', problem: `“${said.slice(0, 20)}”应为“固定”或“可打乱”` })
  return undefined
}

function tagsOf(said: string): string[] {
  const tags = said.split(/[\s,，、;；|]+/).filter((tag) => tag !== '')
  return [...new Set(tags)]
}
