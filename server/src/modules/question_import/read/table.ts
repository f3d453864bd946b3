import { placeOfLetter } from '@ce/contract/question-options'
import { splitOptions } from './options.ts'
import { type QuestionField, type RawQuestion, type TableColumn, UnreadableFile } from './raw.ts'

/** What people call a column, without spaces and marks. */
const titles: [QuestionField, RegExp][] = [
  ['STEM', /^(题干|题目|试题|问题|题目内容|试题内容|试题题干|题目题干|question|stem)$/i],
  ['TYPE', /^(题型|类型|题目类型|试题类型|type)$/i],
  ['ANSWER', /^(答案|正确答案|标准答案|参考答案|正确选项|answer)$/i],
  ['EXPLANATION', /^(解析|答案解析|试题解析|题目解析|解释|说明|explanation)$/i],
  ['DIFFICULTY', /^(难度|难易度|难易程度|difficulty)$/i],
  ['TAGS', /^(标签|知识点|考点|分类|章节|tags?)$/i],
  ['OPTIONS', /^(选项|备选项|备选答案|选项内容|答案选项|options)$/i],
]
const optionTitle = /^(?:选项|备选项|备选答案|答案选项|option)?([A-J]|[1-9]|10)(?:选项|项)?$/i

/** rows looked at for the one with the titles: a sheet may begin with a heading or a note */
const headRows = 10
const samples = 3
const mostRows = 20_000
const mostColumns = 100
/** what csvRows need not go beyond */
export const rowsToRead = mostRows + headRows + 1

export interface Table {
  columns: TableColumn[]
  mapping: (QuestionField | null)[]
  /** null: stem or answer is in no column */
  questions: RawQuestion[] | null
}

/** Questions of a table whose first rows say what its columns are, or with what somebody says they are. */
export function readTable(rows: string[][], wanted: (QuestionField | null)[] | null): Table {
  if (rows.length > mostRows + headRows)
    throw new UnreadableFile(`超过 ${mostRows} 行，请分成几个文件`)
  const head = headOf(rows)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > mostColumns) throw new UnreadableFile(`超过 ${mostColumns} 列，请删去无关的列`)
  const body = rows.slice(head + 1)
  const columns = Array.from({ length: width }, (_, at) => ({
    title: (rows[head]?.[at] ?? '').trim().slice(0, 60) || `第 ${at + 1} 列`,
    samples: body.slice(0, samples).map((row) => (row[at] ?? '').slice(0, 60)),
  }))
  if (columns.length === 0) throw new UnreadableFile('表格是空的')
  const mapping = columns.map((column, at) =>
    wanted ? (wanted[at] ?? null) : fieldOf(column.title),
  )
  const unique = mapping.map((field, at) => (mapping.indexOf(field) === at ? field : null))
  const readable = unique.includes('STEM') && unique.includes('ANSWER')
  return {
    columns,
    mapping: unique,
    questions: readable ? questionsOf(body, unique, head + 2) : null,
  }
}

/**
 * The row that names most columns by words: a letter or a number alone may as well be somebody's answer. -1: none does, and
 * the first row may be a question.
 */
function headOf(rows: string[][]): number {
  const named = rows.slice(0, headRows).map((row) => row.filter((title) => wordOf(title)).length)
  const most = Math.max(0, ...named)
  return most > 0 ? named.indexOf(most) : -1
}

function plainTitle(title: string): string {
  return title.normalize('NFKC').replace(/[\s*:：()（）【】[\]]/g, '')
}

function wordOf(title: string): QuestionField | undefined {
  return titles.find(([, pattern]) => pattern.test(plainTitle(title)))?.[0]
}

function fieldOf(title: string): QuestionField | null {
  const letter = optionTitle.exec(plainTitle(title))?.[1]
  const at =
    letter === undefined ? -1 : /\d/.test(letter) ? Number(letter) - 1 : placeOfLetter(letter)
  return wordOf(title) ?? optionFields[at] ?? null
}

const optionFields = [
  'OPTION_A',
  'OPTION_B',
  'OPTION_C',
  'OPTION_D',
  'OPTION_E',
  'OPTION_F',
  'OPTION_G',
  'OPTION_H',
  'OPTION_I',
  'OPTION_J',
] as const satisfies QuestionField[]

function questionsOf(
  body: string[][],
  mapping: (QuestionField | null)[],
  firstNo: number,
): RawQuestion[] {
  const places = new Map(mapping.map((field, at) => [field, at]))
  return body.flatMap((row, index) => {
    if (row.every((cell) => cell.trim() === '')) return []
    const cell = (field: QuestionField) => (row[places.get(field) ?? -1] ?? '').trim()
    const separate = lastFilled(optionFields.map(cell))
    return [
      {
        no: firstNo + index,
        type: cell('TYPE') || null,
        stem: cell('STEM'),
        options: separate.length > 0 ? separate : splitOptions(cell('OPTIONS')),
        answer: cell('ANSWER'),
        explanation: cell('EXPLANATION'),
        difficulty: cell('DIFFICULTY'),
        tags: cell('TAGS'),
        problems: [],
      },
    ]
  })
}

/** Without the empty ones at the end; one in between stays, so that the letters after it keep their meaning. */
function lastFilled(options: string[]): string[] {
  return options.slice(0, options.findLastIndex((text) => text !== '') + 1)
}
