import { type SheetCounter, sheetLimits } from './limits.ts'
import { fillMergedCells, type MergedArea } from './merged-cells.ts'
import type { PackageParts } from './package-parts.ts'
import { decodeExcelText, type RichText, RichTextBuilder, splitCrossedOutText } from './rich-text.ts'
import { type CellNote, isFilledRow, type Sheet, type ShownCell } from './sheet.ts'
import { type CellStyle, isAttributeOn, plainCellStyle } from './styles.ts'
import { UnreadableFile } from './unreadable.ts'
import type { XmlAttributes } from './xml.ts'

export interface WorkbookContext {
  parts: PackageParts
  styles: readonly CellStyle[]
  strings: readonly RichText[]
  /** True if the program that wrote the workbook did not compute its formulas; their stored results are then 0. */
  hasNoResults: boolean
}

/** @throws UnreadableFile. */
export async function readWorksheet(
  { parts, ...book }: WorkbookContext,
  part: string,
  about: { name: string; hidden: boolean },
  count: SheetCounter,
): Promise<Sheet> {
  const cells = new CellReader(book, count)
  await parts.read(part, cells)
  return { ...about, ...cells.sheet() }
}

interface Cell {
  row: number
  column: number
  type: string
  style: CellStyle
  value: string
  hasFormula: boolean
  /** True for a picture or linked data; the value in such a cell means nothing. */
  hasRichValue: boolean
}

class CellReader {
  readonly #styles: readonly CellStyle[]
  readonly #strings: readonly RichText[]
  readonly #hasNoResults: boolean
  readonly #count: SheetCounter
  readonly #inline = new RichTextBuilder()
  readonly #rows: string[][] = []
  readonly #notes: CellNote[] = []
  readonly #hiddenRows = new Set<number>()
  readonly #hiddenColumns: { from: number; to: number }[] = []
  readonly #merged: MergedArea[] = []
  #inData = false
  #hidesZeros = false
  #row = -1
  #column = -1
  #cell: Cell | null = null
  #isValue = false
  #isInline = false

  constructor({ styles, strings, hasNoResults }: Omit<WorkbookContext, 'parts'>, count: SheetCounter) {
    this.#styles = styles
    this.#strings = strings
    this.#hasNoResults = hasNoResults
    this.#count = count
  }

  open(name: string, attribute: XmlAttributes, isEmpty: boolean): void {
    if (this.#isInline) this.#inline.open(name, attribute, isEmpty)
    else if (this.#cell) this.#openInCell(name, isEmpty)
    else if (this.#inData) {
      if (name === 'row') this.#openRow(attribute)
      if (name === 'c') this.#openCell(attribute, isEmpty)
    } else if (name === 'sheetData') this.#inData = !isEmpty
    else if (name === 'sheetView') this.#hidesZeros ||= attribute('showZeros') === '0'
    else if (name === 'col' && isHidden(attribute, 'width')) this.#hideColumns(attribute)
    else if (name === 'mergeCell') {
      const area = areaOf(attribute('ref') ?? '')
      if (area) this.#merged.push(area)
    }
  }

  text(said: string): void {
    if (this.#isInline) this.#inline.text(said)
    else if (this.#isValue && this.#cell) this.#cell.value += said
  }

  close(name: string): void {
    if (this.#isInline && name !== 'is') this.#inline.close(name)
    else if (name === 'is') this.#isInline = false
    else if (name === 'v') this.#isValue = false
    else if (name === 'c' && this.#cell) {
      this.#take(this.#cell)
      this.#cell = null
    } else if (name === 'sheetData') this.#inData = false
  }

  sheet(): Omit<Sheet, 'name' | 'hidden'> {
    fillMergedCells(this.#merged, this.#rows, this.#notes, this.#count)
    const rows = Array.from(this.#rows, (row) => Array.from(row ?? [], (text) => text ?? ''))
    const noted = new Set(this.#notes.map(({ row }) => row))
    for (const row of noted) while (rows.length <= row) rows.push([])
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
    const hiddenColumns = new Set<number>()
    for (const { from, to } of this.#hiddenColumns)
      for (let column = from; column <= Math.min(to, width - 1); column += 1) hiddenColumns.add(column)
    return {
      rows,
      notes: this.#notes,
      hiddenRows: [...this.#hiddenRows].filter((row) => noted.has(row) || isFilledRow(rows[row] ?? [])),
      hiddenColumns: [...hiddenColumns],
    }
  }

  #openRow(attribute: XmlAttributes): void {
    const said = Number(attribute('r'))
    this.#row = said > 0 ? said - 1 : this.#row + 1
    this.#column = -1
    if (isHidden(attribute, 'ht')) this.#hiddenRows.add(this.#row)
  }

  #openCell(attribute: XmlAttributes, isEmpty: boolean): void {
    const place = placeOf(attribute('r') ?? '')
    this.#column = place?.column ?? this.#column + 1
    // Skip empty cells, because cells that only have a border may reach to the end of the sheet.
    if (isEmpty) return
    const row = place?.row ?? this.#row
    this.#count.place(row, this.#column)
    this.#cell = {
      ...{ row, column: this.#column, type: attribute('t') ?? 'n', value: '', hasFormula: false },
      hasRichValue: attribute('vm') !== undefined,
      style: this.#styles[Number(attribute('s') ?? 0)] ?? plainCellStyle,
    }
  }

  #openInCell(name: string, isEmpty: boolean): void {
    if (name === 'v') this.#isValue = !isEmpty && this.#cell?.value === ''
    else if (name === 'is') this.#isInline = !isEmpty
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true
  }

  #hideColumns(attribute: XmlAttributes): void {
    const [from, to] = [Number(attribute('min')) - 1, Number(attribute('max')) - 1]
    if (from >= 0 && this.#hiddenColumns.length < sheetLimits.columns) this.#hiddenColumns.push({ from, to })
  }

  #take(cell: Cell): void {
    const { row, column, style } = cell
    const rich = this.#inline.take()
    const shown = this.#shown(cell, rich)
    const { text, withdrawn } =
      typeof shown.rich === 'object' || style.struck
        ? splitCrossedOutText(shown.rich, style.struck)
        : { text: shown.rich, withdrawn: '' }
    if (withdrawn.trim() !== '') this.#note(row, column, 'WITHDRAWN', withdrawn)
    if (text === '' && !shown.note) return
    this.#count.text(row, text)
    if (shown.note && !(style.struck && text === '')) this.#note(row, column, shown.note.kind, shown.note.said)
    if (text === '') return
    const cells = this.#rows[row] ?? []
    this.#rows[row] = cells
    cells[column] = text
  }

  #note(row: number, column: number, kind: CellNote['kind'], said: string): void {
    this.#count.text(row, said)
    this.#notes.push({ row, column, kind, said })
  }

  #shown(cell: Cell, inline: RichText): { rich: RichText; note?: ShownCell['note'] } {
    const { type, value, style, hasFormula } = cell
    const { show } = style
    const of = ({ text, note }: ShownCell) => ({ rich: text, ...(note && { note }) })
    if (type === 'inlineStr') return this.#text(inline === '' ? decodeExcelText(value) : inline, style)
    if (value === '' && type !== 'str')
      return hasFormula ? { rich: '', note: { kind: 'DOUBTED', said: notWorkedOut } } : this.#text(inline, style)
    switch (type) {
      case 's': {
        const text = this.#strings[Number(value)]
        if (text === undefined) throw new UnreadableFile('Excel 文件已损坏，请用 Excel 打开后另存再上传')
        return this.#text(text, style)
      }
      case 'str':
        if (picture.test(value)) return { rich: '', note: { kind: 'DOUBTED', said: isPicture } }
        return this.#text(decodeExcelText(value), style)
      case 'b':
        return { rich: /^(1|true)$/i.test(value.trim()) ? 'TRUE' : 'FALSE' }
      case 'e':
        if (cell.hasRichValue) return { rich: '', note: { kind: 'DOUBTED', said: isPicture } }
        return { rich: value.trim(), note: { kind: 'ERROR', said: value.trim() } }
      case 'd':
        return of(show.date(value))
      default:
        if (hasFormula && this.#hasNoResults && Number(value) === 0)
          return { rich: value, note: { kind: 'DOUBTED', said: notWorkedOut } }
        if (this.#hidesZeros && Number(value) === 0) return { rich: '', note: { kind: 'UNSEEN', said: '0' } }
        return of(show.number(value))
    }
  }

  #text(rich: RichText, { show }: CellStyle): { rich: RichText; note?: ShownCell['note'] } {
    if (typeof rich !== 'string') return { rich }
    const { text, note } = show.text(rich)
    return { rich: text, ...(note && { note }) }
  }
}

const picture = /^=?(?:_xlfn\.)?DISPIMG\(/
const isPicture = '单元格里是图片或联网的数据，不能读取；请改成文字'
const notWorkedOut = '公式没有结果；请用 Excel 打开文件，保存后再上传'

/** @param size the attribute with the height or width; 0 hides the row or column */
const isHidden = (attribute: XmlAttributes, size: 'ht' | 'width') => {
  const hidden = attribute('hidden')
  return (hidden !== undefined && isAttributeOn(hidden)) || Number(attribute(size) ?? 1) === 0
}

const place = /^([A-Za-z]+)(\d+)$/

function placeOf(said: string): { row: number; column: number } | undefined {
  const [, letters, digits] = place.exec(said.replaceAll('$', '')) ?? []
  if (letters === undefined) return undefined
  if (letters.length > 3) return { row: Number(digits) - 1, column: Infinity }
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}

function areaOf(ref: string): MergedArea | undefined {
  const [from, to] = ref.split(':').map(placeOf)
  return from && to && { from, to }
}
