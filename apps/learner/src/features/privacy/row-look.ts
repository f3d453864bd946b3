/** The class names by which an app draws the lists of 个人信息与隐私. */
export interface RowLook {
  rows: string | undefined
  /** the second line of a row */
  quiet: string | undefined
  /** a paragraph to be read */
  text: string | undefined
}
