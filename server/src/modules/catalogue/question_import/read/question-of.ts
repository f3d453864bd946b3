import { questionContent } from '@ce/contract'
import type { OptionOrder, QuestionCheckFinding } from '@ce/contract/question-findings'
import { optionIndexOfLetter, optionLetterOf, trueFalseOptions } from '@ce/contract/question-options'
import type { z } from 'zod'
import type { ImportRowProblem, RawQuestion } from './raw.ts'

const mark = /(?:^|[\n\r|]|[;；]\s*|\s{2,})\s*[(（]?([A-Ja-jＡ-Ｊａ-ｊ])[)）]?(?:\s*[.、．:：)）,，]\s*|\s+)(?=\S)/g

/** An option letter after a single space needs punctuation, the same for all options. */
const spacedMark = /(?:^|\s)([(（]?)([A-Ja-jＡ-Ｊａ-ｊ])([)）]?[.、．:：]|[)）])\s*(?=\S)/g

const mostCharacters = 6000

type QuestionContent = z.output<typeof questionContent>

type QuestionType = QuestionContent['type']

export interface ReadQuestionRow {
  no: number
  stem: string
  content: QuestionContent | null
  found: QuestionCheckFinding[]
  problems: ImportRowProblem[]
}

const yes = /^(对|正确|是|√|✓|✔|☑|✅|t|true|y|yes|1)$/i

const no = /^(错|错误|否|不对|不正确|×|✕|✖|✗|✘|╳|❌|x|f|false|n|no|0)$/i

/** Removes decoration from an answer: `（√）`, `对。` and `Ｔ` become √, 对 and T. */
function bare(said: string): string {
  const plain = said.normalize('NFKC').replace(/\ufe0f|\s/g, '')
  return plain.replace(/^[([【]{1,3}|[)\]】。.]{1,3}$/g, '')
}

export function toReadQuestionRow(raw: RawQuestion): ReadQuestionRow {
  const problems = [...raw.problems]
  const stem = raw.stem.slice(0, 1000)
  if (raw.stem === '' && problems.length === 0) problems.push({ column: '题干', problem: '没有填写' })
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
  if (checked.success) return { no: raw.no, stem, content: checked.data, found: raw.found, problems }
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
  return field === 'options' && typeof index === 'number' ? `选项 ${optionLetterOf(index)}` : name
}

function typeOf(raw: RawQuestion, problems: ImportRowProblem[]): QuestionType | null {
  const said = raw.type?.normalize('NFKC').trim() ?? ''
  if (/^(单选|单项|single|radio)/i.test(said)) return 'SINGLE'
  if (/^(多选|多项|multi|checkbox)/i.test(said)) return 'MULTIPLE'
  if (/^(判断|是非|对错|judge|true)/i.test(said)) return 'JUDGE'
  if (said !== '') {
    problems.push({ column: '题型', problem: `“${said.slice(0, 20)}”不是单选题、多选题或判断题` })
    return null
  }
  const answer = bare(raw.answer)
  // F means false unless it is the letter of the sixth option.
  const isLetter = raw.options[optionIndexOfLetter(answer)] !== undefined
  if (!isLetter && (yes.test(answer) || no.test(answer))) return 'JUDGE'
  if (raw.options.length === 2 && trueFalseOptions.every((text) => raw.options.includes(text))) return 'JUDGE'
  return lettersOf(raw.answer).length > 1 ? 'MULTIPLE' : 'SINGLE'
}

function optionsOf(type: QuestionType, raw: RawQuestion, problems: ImportRowProblem[]) {
  if (raw.answer === '') problems.push({ column: '答案', problem: '没有填写' })
  else if (type === 'JUDGE') {
    const right = judgement(raw)
    if (right !== null) return trueFalseOptions.map((text, index) => ({ text, right: index === (right ? 0 : 1) }))
    problems.push({ column: '答案', problem: `“${raw.answer.slice(0, 20)}”不是对或错` })
  } else if (raw.options.length === 0) problems.push({ column: '选项', problem: '没有找到，请核对哪几列是选项' })
  else {
    const places = lettersOf(raw.answer).map(optionIndexOfLetter)
    if (places.length > 0 && places.every((place) => place >= 0 && place < raw.options.length))
      return raw.options.map((text, index) => ({ text, right: places.includes(index) }))
    const problem = places.includes(-1) || places.length === 0 ? '应为选项的字母，如 ABD 或 A,B,D' : '有不存在的选项'
    problems.push({ column: '答案', problem: `“${raw.answer.slice(0, 20)}”${problem}` })
  }
  return null
}

/** Accepts spellings of 对 and 错, or the letter of such an option. */
function judgement(raw: RawQuestion): boolean | null {
  const answer = bare(raw.answer)
  const place = optionIndexOfLetter(answer)
  const said = bare((raw.options.length === 0 ? ['对', '错'] : raw.options)[place] ?? answer)
  if (yes.test(said)) return true
  return no.test(said) ? false : null
}

/** Accepts answers like `ABD`, `A,B,D`, `A、B D` and `（A）`. */
function lettersOf(answer: string): string[] {
  return [...bare(answer).replace(/[,，、;；|/]+/g, '')]
}

function difficultyOf(written: string, problems: ImportRowProblem[]): number | null {
  const said = written.normalize('NFKC').trim()
  if (said === '') return 2
  if (/^(较?易|简单|容易|低|1|easy)$/i.test(said)) return 1
  if (/^(中等?|一般|适中|普通|2|medium)$/i.test(said)) return 2
  if (/^(较?难|困难|高|3|hard)$/i.test(said)) return 3
  problems.push({ column: '难度', problem: `“${said.slice(0, 20)}”不是易、中、难` })
  return null
}

function orderOf(written: string, problems: ImportRowProblem[]): OptionOrder | undefined {
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

/** Splits a cell into options by their letters (`A. …`, `B、…`, `(C) …`), else into lines. */
export function splitOptionsOfCell(cell: string): string[] {
  // Long runs of spaces would make the pattern slow.
  const text = cell
    .trim()
    .replace(/[^\S\n\r]{3,}/g, '  ')
    .replace(/[\n\r]\s*/g, '\n')
  if (text === '') return []
  // No real cell is longer, and the pattern would be slow.
  if (text.length > mostCharacters) return [text]
  const marks = [...text.matchAll(mark)]
  if (inOrder(marks.map(([, letter]) => letter))) return between(text, marks)
  const spaced = [...text.matchAll(spacedMark)]
  const alike = spaced.filter(([, open, , close]) => open === spaced[0]?.[1] && close === spaced[0]?.[3])
  if (alike[0]?.index === 0 && inOrder(alike.map(([, , letter]) => letter))) return between(text, alike)
  return text
    .split(/[\n\r|]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function inOrder(letters: (string | undefined)[]): boolean {
  return letters.length >= 2 && letters.every((letter, at) => optionIndexOfLetter(letter ?? '') === at)
}

function between(text: string, marks: RegExpExecArray[]): string[] {
  return marks.map((one, at) => {
    const from = one.index + one[0].length
    return text.slice(from, marks[at + 1]?.index ?? text.length).trim()
  })
}
