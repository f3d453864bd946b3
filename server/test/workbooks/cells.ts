import { escapeXmlText } from './parts.ts'

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

export interface CellXml {
  about: string
  inner: string
}

const style = (at?: number) => (at === undefined ? '' : ` s="${at}"`)

export const numberCell = (said: string | number, styleNo?: number): CellXml => ({
  about: style(styleNo),
  inner: `<v>${said}</v>`,
})

export const inlineTextCell = (text: string, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="inlineStr"`,
  inner: `<is><t xml:space="preserve">${escapeXmlText(text)}</t></is>`,
})

export const richTextCell = (runs: string, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="inlineStr"`,
  inner: `<is>${runs}</is>`,
})

export const sharedTextCell = (at: number, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="s"`,
  inner: `<v>${at}</v>`,
})

export const typedCell = (type: string, value: string, styleNo?: number): CellXml => ({
  about: `${style(styleNo)} t="${type}"`,
  inner: `<v>${value}</v>`,
})

export const formulaCell = (code: string, value: string | null, type?: string): CellXml => ({
  about: type ? ` t="${type}"` : '',
  inner: `<f>${escapeXmlText(code)}</f>${value === null ? '' : `<v>${escapeXmlText(value)}</v>`}`,
})

export const borderedCell: CellXml = { about: ' s="0"', inner: '' }

export const richTextRun = (text: string, font = '') =>
  `<r>${font ? `<rPr>${font}<sz val="11"/></rPr>` : ''}<t xml:space="preserve">${escapeXmlText(text)}</t></r>`

export type CellInput = CellXml | string | null

export interface SheetRowOptions {
  rows?: Record<number, string>
  hasNoPlaces?: boolean
  before?: string
  after?: string
}

/** A text becomes an inline cell, and null gives no cell. */
export function buildSheetData(cells: CellInput[][], look: SheetRowOptions = {}): string {
  const rows = cells.map((row, at) => {
    const inner = row.map((cell, column) => cellOf(cell, look, `${letters(column)}${at + 1}`))
    const place = look.hasNoPlaces ? '' : ` r="${at + 1}"`
    return `<row${place}${look.rows?.[at] ?? ''}>${inner.join('')}</row>`
  })
  return `${look.before ?? ''}<sheetData>${rows.join('')}</sheetData>${look.after ?? ''}`
}

function cellOf(cell: CellInput, { hasNoPlaces }: SheetRowOptions, place: string): string {
  if (cell === null) return hasNoPlaces ? '<c/>' : ''
  const { about, inner } = typeof cell === 'string' ? inlineTextCell(cell) : cell
  const where = hasNoPlaces ? '' : ` r="${place}"`
  return inner === '' ? `<c${where}${about}/>` : `<c${where}${about}>${inner}</c>`
}
