import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { csvRows } from '../../src/platform/sheets/csv.ts'
import { shownBy } from '../../src/platform/sheets/shown.ts'
import { readWorkbook } from '../../src/platform/sheets/xlsx.ts'
import { dataOf, number } from './cells.ts'
import { workbookCases } from './corpus.ts'
import { shownDates, shownNumbers } from './formats.ts'
import { bookOf } from './parts.ts'

/**
 * Asks LibreOffice what it makes of the corpus (docs/workbooks.md): `node server/test/workbooks/against-libreoffice.ts`. It prints
 * where it and our reader differ; a person judges why.
 */
const folder = mkdtempSync(join(tmpdir(), 'workbooks-'))

function convert(to: string, names: string[]): void {
  const out = join(folder, 'out')
  const files = names.map((name) => join(folder, name))
  execFileSync('soffice', ['--headless', '--convert-to', to, '--outdir', out, ...files], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
}

/** How it shows each number, beside how we do. */
function compareFormats(): void {
  const cases = [...shownNumbers, ...shownDates].filter(([, said]) => Number.isFinite(Number(said)))
  const styles = cases.map(([format]) => ({ format }))
  const xml = dataOf(cases.map(([, said], at) => [number(said, at)]))
  writeFileSync(join(folder, 'formats.xlsx'), bookOf({ styles, sheets: [{ name: 'a', xml }] }))
  convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', ['formats.xlsx'])
  const shown = csvRows(readFileSync(join(folder, 'out', 'formats.csv'), 'utf8'), cases.length)
  const others = cases.flatMap(([format, said], at) => {
    const [ours, theirs] = [shownBy(format).number(said).text, (shown[at]?.[0] ?? '').trim()]
    return ours === theirs ? [] : [{ format, number: said, ours, LibreOffice: theirs }]
  })
  console.log(`${cases.length - others.length} of ${cases.length} formats alike`)
  console.table(others)
}

/** What we read of each workbook once it has opened and saved it, beside what we read of it before. */
async function compareWorkbooks(): Promise<void> {
  const cases = workbookCases.filter(({ isText, says }) => !isText && says === undefined)
  for (const [at, { bytes }] of cases.entries()) writeFileSync(join(folder, `${at}.xlsx`), bytes())
  convert(
    'xlsx',
    cases.map((_, at) => `${at}.xlsx`),
  )
  const others: object[] = []
  for (const [at, { kind, name, sheetName = null, known = [], rows }] of cases.entries()) {
    const path = join(folder, 'out', `${at}.xlsx`)
    const choice = { sheetName, known, mostLetters: 4_000_000 }
    const found = existsSync(path)
      ? (await readWorkbook(readFileSync(path), choice)).sheet.rows
      : null
    if (!isDeepStrictEqual(found, rows))
      others.push({ kind, name, ours: JSON.stringify(rows), LibreOffice: JSON.stringify(found) })
  }
  console.log(`${cases.length - others.length} of ${cases.length} workbooks alike`)
  console.table(others)
}

try {
  compareFormats()
  await compareWorkbooks()
} finally {
  rmSync(folder, { recursive: true })
}
