import { questionFieldWords } from '@ce/contract/import-fields'
import { withoutLetters } from '@ce/contract/option-letters'
import { type Finding, findingParts } from '@ce/contract/question-findings'
import { optionFields, placeOfLetter } from '@ce/contract/question-options'
import { RowReading } from '../../../platform/imports/row-reading.ts'
import { headRows, type Table, type TableRow, tableOf } from '../../../platform/sheets/columns.ts'
import { noteText, type Sheet } from '../../../platform/sheets/sheet.ts'
import { splitOptions } from './options.ts'
import type { QuestionField, RawQuestion } from './raw.ts'

const words: [QuestionField, RegExp][] = [
  ['STEM', /^(题干|题目|试题|问题|题目内容|试题内容|试题题干|题目题干|question|stem)$/i],
  ['TYPE', /^(题型|类型|题目类型|试题类型|type)$/i],
  ['ANSWER', /^(答案|正确答案|标准答案|参考答案|正确选项|answer)$/i],
  ['EXPLANATION', /^(解析|答案解析|试题解析|题目解析|解释|说明|explanation)$/i],
  ['DIFFICULTY', /^(难度|难易度|难易程度|difficulty)$/i],
  ['TAGS', /^(标签|知识点|考点|分类|章节|tags?)$/i],
  ['STATE', /^(状态|试题状态|题目状态|status)$/i],
  ['ORDER', /^(选项次序|选项顺序|选项乱序|次序|order)$/i],
  ['OPTIONS', /^(选项|备选项|备选答案|选项内容|答案选项|options)$/i],
]
/** by which the sheet with the questions is found */
export const known = words.map(([, word]) => word)
/** a question that its bank does not ask any more: as one of ours it would be asked again */
const stopped = /^已?(停用|禁用)$|^disabled$/i
const refusal = '已停用的试题不导入；要导入，请改为“启用”'
const optionTitle = /^(?:选项|备选项|备选答案|答案选项|option)?([A-J]|[1-9]|10)(?:选项|项)?$/i

export const mostRows = 20_000
/** what csvRows need not go beyond */
export const rowsToRead = mostRows + headRows + 1

/** A table whose first rows say what its columns are, or with what somebody says they are. */
export function readTable(
  sheet: Sheet,
  { mapping, head }: { mapping: (QuestionField | null)[] | null; head: number | null },
): Table<QuestionField> & { questions: RawQuestion[] | null } {
  const table = tableOf<QuestionField>(
    sheet,
    { mapping, head, hidden: 'LEAVE_OUT' },
    {
      mostRows,
      words,
      sign: optionOf,
      suffices: (has) => has('STEM') && has('ANSWER'),
    },
  )
  return { ...table, questions: table.rows?.map(questionOf) ?? null }
}

function optionOf(title: string): QuestionField | undefined {
  const letter = optionTitle.exec(title)?.[1]
  if (letter === undefined) return undefined
  return optionFields[/\d/.test(letter) ? Number(letter) - 1 : placeOfLetter(letter)]
}

function questionOf(row: TableRow<QuestionField>): RawQuestion {
  const reading = new RowReading<QuestionField>(row, { words: questionFieldWords, personal: [] })
  const cell = (field: QuestionField) => reading.read(field)
  const separate = lastFilled(optionFields.map(cell))
  const together = cell('OPTIONS')
  const question = {
    type: cell('TYPE') || null,
    stem: cell('STEM'),
    options: separate.length > 0 ? withoutLetters(separate) : splitOptions(together),
    answer: cell('ANSWER'),
    explanation: cell('EXPLANATION'),
    difficulty: cell('DIFFICULTY'),
    tags: cell('TAGS'),
    order: cell('ORDER'),
  }
  if (stopped.test(cell('STATE'))) reading.refuse('STATE', refusal)
  const { no, cells, shown, notes, problems } = reading.judged('', null)
  return { no, ...question, problems, cells, shown, notes, found: foundIn(row) }
}

/** What the sheet says of a question's cells that somebody should look at, also once it is in the bank. */
function foundIn(row: TableRow<QuestionField>): Finding[] {
  return findingParts.flatMap((part) =>
    row.notes(part).flatMap((note): Finding[] => {
      if (note.kind === 'WITHDRAWN') return [{ kind: 'STRUCK', part, quote: note.said }]
      const isDoubt = note.kind === 'ROUNDED' || note.kind === 'DOUBTED' || note.kind === 'UNSEEN'
      return isDoubt ? [{ kind: 'CELL_DOUBT', part, quote: noteText(note) }] : []
    }),
  )
}

/** Without the empty ones at the end; one in between stays, so that the letters after it keep their meaning. */
function lastFilled(options: string[]): string[] {
  return options.slice(0, options.findLastIndex((text) => text !== '') + 1)
}
