import type { questionField } from '@ce/contract'
import type { z } from 'zod'
import type { RowProblem } from '../../../platform/db/staged-import.ts'
import type { TableColumn } from '../../../platform/sheets/columns.ts'

export type { RowProblem } from '../../../platform/db/staged-import.ts'
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
  /** why it cannot be read at all, by the part it is about */
  problems: RowProblem[]
}

/** What reading a file gives: its questions, or a table whose columns somebody must name. */
export type ReadFile =
  | { format: 'GIFT' | 'AIKEN'; questions: RawQuestion[] }
  | {
      format: 'XLSX' | 'CSV'
      columns: TableColumn[]
      mapping: (QuestionField | null)[]
      /** null: stem or answer is in no column */
      questions: RawQuestion[] | null
    }
