import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseCsvRows } from '../../src/platform/sheets/csv.ts'
import { createCellFormatter } from '../../src/platform/sheets/shown.ts'
import { readWorkbook } from '../../src/platform/sheets/xlsx.ts'
import { buildSheetData, numberCell } from './cells.ts'
import { importWorkbookCases } from './corpus.ts'
import { displayedDateCases, displayedNumberCases } from './formats.ts'
import { buildTestWorkbook } from './parts.ts'

/** `node server/test/workbooks/against-libreoffice.ts` prints differences for a person to judge (docs/workbooks.md). */
const folder = mkdtempSync(join(tmpdir(), 'workbooks-'))

function convert(to: string, names: string[]): void {
  const out = join(folder, 'out')
  const files = names.map((name) => join(folder, name))
  execFileSync('soffice', ['--headless', '--convert-to', to, '--outdir', out, ...files], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
}

function compareFormats(): void {
  const cases = [...displayedNumberCases, ...displayedDateCases].filter(([, said]) => Number.isFinite(Number(said)))
  const styles = cases.map(([format]) => ({ format }))
  const xml = buildSheetData(cases.map(([, said], at) => [numberCell(said, at)]))
  writeFileSync(join(folder, 'formats.xlsx'), buildTestWorkbook({ styles, sheets: [{ name: 'a', xml }] }))
  convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', ['formats.xlsx'])
  const shown = parseCsvRows(readFileSync(join(folder, 'out', 'formats.csv'), 'utf8'), cases.length)
  const others = cases.flatMap(([format, said], at) => {
    const [ours, theirs] = [createCellFormatter(format).number(said).text, (shown[at]?.[0] ?? '').trim()]
    return ours === theirs ? [] : [{ format, number: said, ours, LibreOffice: theirs }]
  })
  console.log(`${cases.length - others.length} of ${cases.length} formats alike`)
  console.table(others)
}

async function compareWorkbooks(): Promise<void> {
  const cases = importWorkbookCases.filter(({ isText, says }) => !isText && says === undefined)
  for (const [at, { bytes }] of cases.entries()) writeFileSync(join(folder, `${at}.xlsx`), bytes())
  convert(
    'xlsx',
    cases.map((_, at) => `${at}.xlsx`),
  )
  const others: object[] = []
  for (const [at, { kind, name, sheetName = null, known = [], rows }] of cases.entries()) {
    const path = join(folder, 'out', `${at}.xlsx`)
    const choice = { sheetName, known, mostLetters: 4_000_000 }
    const found = existsSync(path) ? (await readWorkbook(readFileSync(path), choice)).sheet.rows : null
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
