import { questionFieldWords } from '@ce/contract/import-fields'
import { findingWords } from '@ce/contract/question-finding-words'
import { checkQuestion, decideOrder, type Finding } from '@ce/contract/question-findings'
import type { ReportRow, RowNote, RowProblem } from '../../../platform/db/import-rows.ts'
import { questionOf, type ReadRow } from './question-of.ts'
import type { QuestionField, RawQuestion } from './raw.ts'

const fields = new Map(
  Object.entries(questionFieldWords).map(([field, word]) => [word as string, field]),
)

/** A question of a file as the report has it, each problem by the column of the table that it is about. */
export function reportRow(raw: RawQuestion, mapping: (QuestionField | null)[]): ReportRow {
  const { no, stem, content, problems, found } = questionOf(raw)
  const checked = checkedContent(content, found).map((one) => noteOf(one, mapping))
  return {
    ...{ no, label: stem, content: content && { ...content, found } },
    notes: [...raw.notes, ...checked],
    action: content ? 'CREATE' : 'REFUSE',
    // what can be imported is shown as the question it will be
    shown: content ? {} : shownOf(raw),
    problems: problems.map((one) => ({ ...one, field: one.field ?? fieldOf(one, mapping) })),
    cells: raw.cells,
  }
}

/** What staff will have to look at once the question is in the bank. */
function checkedContent(content: ReadRow['content'], found: readonly Finding[]): Finding[] {
  if (!content) return []
  const isDecided =
    content.order === undefined && content.type !== 'JUDGE' && decideOrder(content) === 'FIXED'
  const decided: Finding[] = isDecided
    ? [{ kind: 'ORDER_DECIDED', part: 'OPTIONS', quote: '' }]
    : []
  return [...checkQuestion(content), ...decided, ...found]
}

function noteOf(finding: Finding, mapping: (QuestionField | null)[]): RowNote {
  const { words, mend } = findingWords(finding)
  const column = questionFieldWords[finding.part]
  return {
    field: fieldOf({ column, problem: words }, mapping) ?? null,
    doubt: true,
    note: `${words}。${mend}`,
    was: null,
  }
}

function fieldOf({ column }: RowProblem, mapping: (QuestionField | null)[]): string | undefined {
  const field = fields.get(column)
  const isMapped = mapping.some((one) => one === field)
  // a text has no columns: what is said of an option stays with it
  if (isMapped || mapping.length === 0 || !field?.startsWith('OPTION')) return field
  return mapping.includes('OPTIONS') ? 'OPTIONS' : 'OPTION_A'
}

/** Of a text without columns what was read of it. */
function shownOf({ cells, shown, type, answer, options }: RawQuestion): Record<string, string> {
  if (cells) return shown
  return { TYPE: type ?? '', ANSWER: answer, OPTIONS: options.join('\n').slice(0, 500) }
}
