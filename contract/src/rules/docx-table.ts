import { type HtmlToken, htmlAttributesOf } from './html-tokens.ts'

interface Cell {
  html: string
  columns: number
  rows: number
}

/** Table cells that continue a cell above increase its row span. */
export class DocxTable {
  readonly #rows: { cells: Cell[]; isHead: boolean }[] = []
  /** For each column, the cell that the next row may continue. */
  readonly #above = new Map<number, Cell>()
  #column = 0

  row(): void {
    this.#rows.push({ cells: [], isHead: false })
    this.#column = 0
  }

  head(): void {
    const row = this.#rows.at(-1)
    if (row) row.isHead = true
  }

  cell(html: string, tokens: readonly HtmlToken[]): void {
    const end = tokens.findIndex(({ name, kind }) => name === 'w:tcpr' && kind === 'close')
    const properties = tokens.slice(0, Math.max(end, 0))
    const said = (wanted: string) => {
      const found = properties.find(({ name }) => name === wanted)
      return found && (htmlAttributesOf(found.raw)['w:val'] ?? '')
    }
    const columns = Math.min(Math.max(Number(said('w:gridspan') ?? 1) || 1, 1), 100)
    const merge = said('w:vmerge')
    const above = this.#above.get(this.#column)
    if (merge !== undefined && merge !== 'restart' && above) above.rows += 1
    else {
      const cell = { html, columns, rows: 1 }
      this.#rows.at(-1)?.cells.push(cell)
      if (merge === 'restart') this.#above.set(this.#column, cell)
      else this.#above.delete(this.#column)
    }
    this.#column += columns
  }

  html(): string {
    const rows = this.#rows.map(({ cells, isHead }) => {
      const tag = isHead ? 'th' : 'td'
      const written = cells.map(({ html, columns, rows: high }) => {
        const wide = columns > 1 ? ` colspan="${columns}"` : ''
        const tall = high > 1 ? ` rowspan="${high}"` : ''
        return `<${tag}${wide}${tall}>${alone(html)}</${tag}>`
      })
      return `<tr>${written.join('')}</tr>`
    })
    return `<table>${rows.join('')}</table>`
  }
}

function alone(html: string): string {
  const [, inside = ''] = /^<p>((?:(?!<\/?p\b)[\s\S])*)<\/p>$/.exec(html) ?? []
  return inside || html
}
