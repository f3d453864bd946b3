/** A row of the report before it is compared with what is there. */
export interface Judged<Content> {
  no: number
  /** ID numbers only masked */
  label: string
  /** null: see problems */
  content: Content | null
  problems: RowProblem[]
}

export interface RowProblem {
  /** as a person calls it: 手机号, 学时 … */
  column: string
  problem: string
}

/** A number as a sheet holds it: without spaces, and without the mark that makes it a text. */
export function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s'`’‘\p{Cf}]/gu, '')
    .toUpperCase()
}
