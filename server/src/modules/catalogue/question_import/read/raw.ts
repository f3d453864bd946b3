import type { questionField } from '@ce/contract'
import type { QuestionCheckFinding } from '@ce/contract/question-findings'
import type { z } from 'zod'
import type { ImportRowNote, ImportRowProblem, ReportRow } from '../../../../platform/db/import-rows.ts'
import type { FoundTable } from '../../../../platform/db/staged-import.ts'
import type { SheetTableColumn } from '../../../../platform/sheets/columns.ts'

export type { ImportRowProblem } from '../../../../platform/db/import-rows.ts'
export type { SheetTableColumn } from '../../../../platform/sheets/columns.ts'

export type QuestionFileFormat = 'XLSX' | 'CSV' | 'GIFT' | 'AIKEN'
export type QuestionField = z.output<typeof questionField>

export interface RawQuestion {
  no: number
  type: string | null
  stem: string
  options: string[]
  answer: string
  explanation: string
  difficulty: string
  tags: string
  /** The option order as written: 可打乱, 固定 or empty. */
  order: string
  problems: ImportRowProblem[]
  cells: string[] | null
  shown: Record<string, string>
  notes: ImportRowNote[]
  /** Findings that the text alone does not show, such as struck-out words. */
  found: QuestionCheckFinding[]
}

/** A file contains either complete questions, or a table for which staff must say what each column means. */
export type ParsedQuestionFile =
  | { format: 'GIFT' | 'AIKEN'; questions: RawQuestion[] }
  | {
      format: 'XLSX' | 'CSV'
      columns: SheetTableColumn[]
      mapping: (QuestionField | null)[]
      table: FoundTable
      total: number | null
      questions: RawQuestion[] | null
      hidden: ReportRow[]
    }
