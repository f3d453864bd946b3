import { questionFieldLabels } from '@ce/contract/import-fields'
import { removeOptionLetters } from '@ce/contract/option-letters'
import { findingTexts } from '@ce/contract/question-finding-text'
import {
  checkQuestion,
  findingParts,
  type QuestionCheckFinding,
  requiredOptionOrder,
} from '@ce/contract/question-findings'
import { optionFields, optionIndexOfLetter } from '@ce/contract/question-options'
import type { ImportRowNote, ImportRowProblem, ReportRow } from '../../../../platform/db/import-rows.ts'
import { ImportRowReader } from '../../../../platform/imports/row-reading.ts'
import type { SheetTableKind, SheetTableRow } from '../../../../platform/sheets/columns.ts'
import { cellNoteText } from '../../../../platform/sheets/sheet.ts'
import { type ReadQuestionRow, splitOptionsOfCell, toReadQuestionRow } from './question-of.ts'
import type { QuestionField, RawQuestion } from './raw.ts'

const fields = new Map(Object.entries(questionFieldLabels).map(([field, word]) => [word as string, field]))

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

/** Matches questions that the file marks as disabled. They are not imported, because the import would enable them. */
const stopped = /^已?(停用|禁用)$|^disabled$/i

const refusal = '已停用的试题不导入；要导入，请改为“启用”'

const optionTitle = /^(?:选项|备选项|备选答案|答案选项|option)?([A-J]|[1-9]|10)(?:选项|项)?$/i

/** A table with one question per row. */
export const questionTable: SheetTableKind<QuestionField> = {
  mostRows: 20_000,
  words,
  sign: optionOf,
  suffices: (has) => has('STEM') && has('ANSWER'),
}

function optionOf(title: string): QuestionField | undefined {
  const letter = optionTitle.exec(title)?.[1]
  if (letter === undefined) return undefined
  return optionFields[/\d/.test(letter) ? Number(letter) - 1 : optionIndexOfLetter(letter)]
}

export function toRawQuestion(row: SheetTableRow<QuestionField>): RawQuestion {
  const reading = new ImportRowReader<QuestionField>(row, { words: questionFieldLabels, personal: [] })
  const cell = (field: QuestionField) => reading.read(field)
  const separate = lastFilled(optionFields.map(cell))
  const together = cell('OPTIONS')
  const question = {
    type: cell('TYPE') || null,
    stem: cell('STEM'),
    options: separate.length > 0 ? removeOptionLetters(separate) : splitOptionsOfCell(together),
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

function foundIn(row: SheetTableRow<QuestionField>): QuestionCheckFinding[] {
  return findingParts.flatMap((part) =>
    row.notes(part).flatMap((note): QuestionCheckFinding[] => {
      if (note.kind === 'WITHDRAWN') return [{ kind: 'STRUCK', part, quote: note.said }]
      const isDoubt = note.kind === 'ROUNDED' || note.kind === 'DOUBTED' || note.kind === 'UNSEEN'
      return isDoubt ? [{ kind: 'CELL_DOUBT', part, quote: cellNoteText(note) }] : []
    }),
  )
}

function lastFilled(options: string[]): string[] {
  return options.slice(0, options.findLastIndex((text) => text !== '') + 1)
}

export function toQuestionReportRow(raw: RawQuestion, mapping: (QuestionField | null)[]): ReportRow {
  const { no, stem, content, problems, found } = toReadQuestionRow(raw)
  const checked = checkedContent(content, found).map((one) => noteOf(one, mapping))
  return {
    ...{ no, label: stem, content: content && { ...content, found } },
    notes: [...raw.notes, ...checked],
    action: content ? 'CREATE' : 'REFUSE',
    shown: content ? {} : shownOf(raw),
    problems: problems.map((one) => ({ ...one, field: one.field ?? fieldOf(one, mapping) })),
    cells: raw.cells,
  }
}

function checkedContent(
  content: ReadQuestionRow['content'],
  found: readonly QuestionCheckFinding[],
): QuestionCheckFinding[] {
  if (!content) return []
  const isDecided = content.order === undefined && content.type !== 'JUDGE' && requiredOptionOrder(content) === 'FIXED'
  const decided: QuestionCheckFinding[] = isDecided ? [{ kind: 'ORDER_DECIDED', part: 'OPTIONS', quote: '' }] : []
  return [...checkQuestion(content), ...decided, ...found]
}

function noteOf(finding: QuestionCheckFinding, mapping: (QuestionField | null)[]): ImportRowNote {
  const { words, mend } = findingTexts(finding)
  const column = questionFieldLabels[finding.part]
  return {
    field: fieldOf({ column, problem: words }, mapping) ?? null,
    doubt: true,
    note: `${words}。${mend}`,
    was: null,
  }
}

function fieldOf({ column }: ImportRowProblem, mapping: (QuestionField | null)[]): string | undefined {
  const field = fields.get(column)
  const isMapped = mapping.some((one) => one === field)
  if (isMapped || mapping.length === 0 || !field?.startsWith('OPTION')) return field
  return mapping.includes('OPTIONS') ? 'OPTIONS' : 'OPTION_A'
}

function shownOf({ cells, shown, type, answer, options }: RawQuestion): Record<string, string> {
  if (cells) return shown
  return { TYPE: type ?? '', ANSWER: answer, OPTIONS: options.join('\n').slice(0, 500) }
}
