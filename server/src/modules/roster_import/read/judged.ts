import type { RowProblem } from '../../../platform/db/staged-import.ts'

export type { RowProblem } from '../../../platform/db/staged-import.ts'

/** A row of the report before it is compared with what is there. */
export interface Judged<Content> {
  no: number
  /** ID numbers only masked */
  label: string
  /** null: see problems */
  content: Content | null
  problems: RowProblem[]
}

/** A number as a sheet holds it: without spaces, and without the mark that makes it a text. */
export function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s'`’‘\p{Cf}]/gu, '')
    .toUpperCase()
}
