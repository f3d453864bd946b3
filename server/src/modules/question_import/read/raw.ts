import type { questionField } from '@ce/contract'
import type { Finding } from '@ce/contract/question-findings'
import type { z } from 'zod'
import type { ReportRow, RowNote, RowProblem } from '../../../platform/db/import-rows.ts'
import type { FoundTable } from '../../../platform/db/staged-import.ts'
import type { TableColumn } from '../../../platform/sheets/columns.ts'

export type { RowProblem } from '../../../platform/db/import-rows.ts'
export type { TableColumn } from '../../../platform/sheets/columns.ts'

export type QuestionField = z.output<typeof questionField>

/** What a file says of one question, before anybody judges it. */
export interface RawQuestion {
  /** the row of the table, or the line of the text, counted from 1 */
  no: number
  /** as written; null: nothing is said */
  type: string | null
  stem: string
  options: string[]
  answer: string
  explanation: string
  difficulty: string
  tags: string
  /** 可打乱 or 固定; empty: not said */
  order: string
  /** why it cannot be read at all, by the part it is about */
  problems: RowProblem[]
  /** the row of the table, by column; null: a text has none */
  cells: string[] | null
  /** by field, as it stands in the table */
  shown: Record<string, string>
  notes: RowNote[]
  /** what the question's words alone do not show, and its bank keeps: struck-out text, values that a table changed */
  found: Finding[]
}

/** What reading a file gives: its questions, or a table whose columns somebody must name. */
export type ReadFile =
  | { format: 'GIFT' | 'AIKEN'; questions: RawQuestion[] }
  | {
      format: 'XLSX' | 'CSV'
      columns: TableColumn[]
      mapping: (QuestionField | null)[]
      table: FoundTable
      /** null: stem or answer is in no column */
      questions: RawQuestion[] | null
      /** rows of the table that nobody sees */
      hidden: ReportRow[]
    }
