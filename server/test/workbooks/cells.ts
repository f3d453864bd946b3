import { escaped } from './parts.ts'

const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26)

/** What stands in a cell: its attributes without the place, and what it holds. */
export interface CellXml {
  about: string
  inner: string
}

const style = (at?: number) => (at === undefined ? '' : ` s="${at}"`)

/** A number as it stands in the file. */
export const number = (said: string | number, styleNo?: number): CellXml => ({
  about: style(styleNo),
  inner: `<v>${said}</v>`,
})

export const inline = (text: string, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="inlineStr"`,
  inner: `<is><t xml:space="preserve">${escaped(text)}</t></is>`,
})

/** Of several fonts, in the cell itself. */
export const richInline = (runs: string, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="inlineStr"`,
  inner: `<is>${runs}</is>`,
})

export const shared = (at: number, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="s"`,
  inner: `<v>${at}</v>`,
})

/** A cell of one of the types that the standard knows, with its value. */
export const typed = (type: string, value: string, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="${type}"`,
  inner: `<v>${value}</v>`,
})

export const formula = (code: string, value: string | null, type?: string): CellXml => ({
  about: type ? ` t="${type}"` : '',
  inner: `<f>${escaped(code)}</f>${value === null ? '' : `<v>${escaped(value)}</v>`}`,
})

/** with borders alone */
export const ruled: CellXml = { about: ' s="0"', inner: '' }

/** A run of a rich text. */
export const run = (text: string, font = '') =>
  `<r>${font ? `<rPr>${font}<sz val="11"/></rPr>` : ''}<t xml:space="preserve">${escaped(text)}</t></r>`

export type CellLike = CellXml | string | null

export interface RowLook {
  /** further attributes of rows, by their place */
  rows?: Record<number, string>
  /** cells and rows that do not say where they are */
  hasNoPlaces?: boolean
  before?: string
  after?: string
}

/** The rows of a sheet; a text stands in its cell itself, null is no cell. */
export function dataOf(cells: CellLike[][], look: RowLook = {}): string {
  const rows = cells.map((row, at) => {
    const inner = row.map((cell, column) => cellOf(cell, look, `${letters(column)}${at + 1}`))
    const place = look.hasNoPlaces ? '' : ` r="${at + 1}"`
    return `<row${place}${look.rows?.[at] ?? ''}>${inner.join('')}</row>`
  })
  return `${look.before ?? ''}<sheetData>${rows.join('')}</sheetData>${look.after ?? ''}`
}

function cellOf(cell: CellLike, { hasNoPlaces }: RowLook, place: string): string {
  if (cell === null) return hasNoPlaces ? '<c/>' : ''
  const { about, inner } = typeof cell === 'string' ? inline(cell) : cell
  const where = hasNoPlaces ? '' : ` r="${place}"`
  return inner === '' ? `<c${where}${about}/>` : `<c${where}${about}>${inner}</c>`
}
