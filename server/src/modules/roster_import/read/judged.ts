import type { RowProblem } from '../../../platform/db/staged-import.ts'

export type { RowProblem } from '../../../platform/db/staged-import.ts'
export { plainNumber } from '../../../platform/sheets/plain-number.ts'

/** A row of the report before it is compared with what is there. */
export interface Judged<Content> {
  no: number
  /** ID numbers only masked */
  label: string
  /** null: see problems */
  content: Content | null
  problems: RowProblem[]
}
