import type { Sheet } from '../../src/platform/sheets/sheet.ts'
import { readWorkbook } from '../../src/platform/sheets/xlsx.ts'

/** The texts of a workbook's first filled sheet, by rows. */
export async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const choice = { sheetName: null, known: [], mostLetters: 4_000_000 }
  return (await readWorkbook(bytes, choice)).sheet.rows
}

/** A sheet of these texts, with nothing else to be said of them. */
export function sheetOf(rows: string[][], about: Partial<Sheet> = {}): Sheet {
  const plain = { name: '名单', hidden: false, notes: [], hiddenRows: [], hiddenColumns: [] }
  return { ...plain, rows, ...about }
}
