import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { sheetRows } from './xlsx.ts'

it('knows nothing of sheets that nobody sees', async () => {
  const sheets = ['选项清单', '名单', '往年'].map((sheet) => ({ data: [[sheet]], sheet }))
  const parts = unzipSync(await writeXlsx(sheets).toBuffer())
  const book = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())
  parts['xl/workbook.xml'] = strToU8(
    book
      .replace('name="选项清单"', '$& state="hidden"')
      .replace('name="往年"', '$& state="veryHidden"'),
  )
  expect(await sheetRows(zipSync(parts))).toEqual({ rows: [['名单']], others: [] })
})
