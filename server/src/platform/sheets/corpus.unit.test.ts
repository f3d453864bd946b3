import { describe, expect, it } from 'vitest'
import { importWorkbookCases } from '../../../test/workbooks/corpus.ts'
import { formatNoteName, type WorkbookCase } from '../../../test/workbooks/kind.ts'
import { readWorkbookRows } from './rows.ts'

const read = ({ bytes, isText, sheetName, known }: WorkbookCase) =>
  readWorkbookRows({
    ...{ bytes: bytes(), isXlsx: !isText, mostRows: 1000 },
    ...{ sheetName: sheetName ?? null, known: known ?? [] },
  })

describe.each([...Map.groupBy(importWorkbookCases, ({ kind }) => kind)])('%s', (_, all) => {
  it.each(all.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    if (one.says !== undefined) {
      await expect(read(one)).rejects.toThrow(one.says)
      return
    }
    const { sheet, sheets } = await read(one)
    expect(sheet.rows).toEqual(one.rows)
    expect(sheet.notes.map(formatNoteName)).toEqual(one.notes ?? [])
    expect(sheet.hiddenRows.map((row) => row + 1)).toEqual(one.hiddenRows ?? [])
    expect(sheet.hiddenColumns).toEqual(one.hiddenColumns ?? [])
    if (one.sheets) expect(sheets).toEqual(one.sheets)
    if (one.readName) expect(sheet.name).toBe(one.readName)
  })
})
