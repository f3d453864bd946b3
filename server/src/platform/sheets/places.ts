import { sheetLimits } from './limits.ts'
import { UnreadableFile } from './unreadable.ts'

const rowOrCell = /<((?:\w+:)?)(row|c)(?=[\s/>])([^<>]*)>/g
const place = /(?:^|\s)r=["']([A-Za-z]{0,3})(\d{1,7})["']/

/**
 * A sheet whose every cell says where it is. Some programs leave that out, as the format allows: such a cell is the next one of its row,
 * such a row the next one of its sheet. In Latin-1: what matters here is ASCII.
 * @throws UnreadableFile for a sheet of more cells, or further apart, than the parser has room for
 */
export function withPlaces(sheet: string): string {
  const pieces: string[] = []
  let from = 0
  let row = 0
  let column = 0
  const most = { cells: 0, row: 0, column: 0 }
  for (const { 1: prefix = '', 2: name = '', 3: about = '', index } of sheet.matchAll(rowOrCell)) {
    const [, letters = '', digits] = place.exec(about) ?? []
    if (name === 'row') {
      row = digits === undefined ? row + 1 : Number(digits)
      column = 0
      continue
    }
    column = letters === '' ? column + 1 : columnOf(letters)
    // borders without content may be drawn to the end of the sheet: the parser needs no such cell
    if (about.endsWith('/')) {
      pieces.push(sheet.slice(from, index))
      from = index + prefix.length + name.length + about.length + 2
      continue
    }
    if (digits === undefined) {
      const start = index + prefix.length + 2
      pieces.push(sheet.slice(from, start), ` r="${lettersOf(column)}${row}"`)
      from = start
    }
    most.cells += 1
    most.row = Math.max(most.row, digits === undefined ? row : Number(digits))
    most.column = Math.max(most.column, column)
    if (most.cells > sheetLimits.cells || most.row * most.column > sheetLimits.area)
      throw new UnreadableFile(
        '工作表的单元格过多，或分布过远；请删去无关的行和列，只留要导入的内容',
      )
  }
  return pieces.length === 0 ? sheet : [...pieces, sheet.slice(from)].join('')
}

/** A is 1, Z 26, AA 27 */
function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
