import type { Sheet } from '../../src/platform/sheets/sheet.ts'
import { readWorkbook } from '../../src/platform/sheets/xlsx.ts'

export async function readSheetTexts(bytes: Uint8Array): Promise<string[][]> {
  const choice = { sheetName: null, known: [], mostLetters: 4_000_000 }
  return (await readWorkbook(bytes, choice)).sheet.rows
}

export function makeSheet(rows: string[][], about: Partial<Sheet> = {}): Sheet {
  const plain = { name: '名单', hidden: false, notes: [], hiddenRows: [], hiddenColumns: [] }
  return { ...plain, rows, ...about }
}
