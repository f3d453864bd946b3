import { questionFieldWords } from '@ce/contract/import-fields'
import type { ReportRow, RowProblem } from '../../../platform/db/import-rows.ts'
import { questionOf } from './question-of.ts'
import type { QuestionField, RawQuestion } from './raw.ts'

const fields = new Map(
  Object.entries(questionFieldWords).map(([field, word]) => [word as string, field]),
)

/** A question of a file as the report has it, each problem by the column of the table that it is about. */
export function reportRow(raw: RawQuestion, mapping: (QuestionField | null)[]): ReportRow {
  const { no, stem, content, problems } = questionOf(raw)
  return {
    ...{ no, label: stem, content, notes: raw.notes },
    action: content ? 'CREATE' : 'REFUSE',
    // what can be imported is shown as the question it will be
    shown: content ? {} : shownOf(raw),
    problems: problems.map((one) => ({ ...one, field: one.field ?? fieldOf(one, mapping) })),
    cells: raw.cells,
  }
}

function fieldOf({ column }: RowProblem, mapping: (QuestionField | null)[]): string | undefined {
  const field = fields.get(column)
  const isMapped = mapping.some((one) => one === field)
  if (isMapped || !field?.startsWith('OPTION')) return field
  return mapping.includes('OPTIONS') ? 'OPTIONS' : 'OPTION_A'
}

/** Of a text without columns what was read of it. */
function shownOf({ cells, shown, type, answer, options }: RawQuestion): Record<string, string> {
  if (cells) return shown
  return { TYPE: type ?? '', ANSWER: answer, OPTIONS: options.join('\n').slice(0, 500) }
}
