import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { readSheetTexts } from '../../../test/factories/sheet.ts'
import { buildHostileWorkbook } from '../../../test/hostile-files/workbooks.ts'
import { readWorkbook } from './xlsx.ts'

const read = (bytes: Uint8Array, sheetName: string | null = null) =>
  readWorkbook(bytes, { sheetName, known: [], mostLetters: 4_000_000 })

it('does not read a hidden sheet unless it is chosen', async () => {
  const sheets = ['选项清单', '名单', '往年'].map((sheet) => ({ data: [[sheet]], sheet }))
  const parts = unzipSync(await writeXlsx(sheets).toBuffer())
  const book = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())
  parts['xl/workbook.xml'] = strToU8(
    book.replace('name="选项清单"', '$& state="hidden"').replace('name="往年"', '$& state="veryHidden"'),
  )
  const bytes = zipSync(parts)
  expect(await read(bytes)).toMatchObject({
    sheet: { name: '名单', rows: [['名单']] },
    sheets: [
      { name: '选项清单', hidden: true, rows: 0 },
      { name: '名单', hidden: false, rows: 1 },
      { name: '往年', hidden: true },
    ],
  })
  expect((await read(bytes, '往年')).sheet).toMatchObject({ rows: [['往年']], hidden: true })
  await expect(read(bytes, '别的')).rejects.toThrow('重新选择')
})

it('lists the hidden rows of a sheet that are not empty', async () => {
  const hide = (book: Record<string, Uint8Array>, ...numbers: number[]) => {
    const name = 'xl/worksheets/sheet1.xml'
    const rows = strFromU8(book[name] ?? new Uint8Array())
    book[name] = strToU8(numbers.reduce((xml, no) => xml.replace(`<row r="${no}"`, '$& hidden="1"'), rows))
  }
  const data = [['姓名'], ['张三'], [null], ['李四'], ['王五']]
  const parts = unzipSync(await writeXlsx(data).toBuffer())
  hide(parts, 3)
  expect((await read(zipSync(parts))).sheet).toMatchObject({ hiddenRows: [] })
  hide(parts, 2, 5)
  expect((await read(zipSync(parts))).sheet.hiddenRows).toEqual([1, 4])
})

const run = (text: string, raised = false) =>
  `<r><rPr>${raised ? '<vertAlign val="superscript"/>' : ''}<sz val="11"/><rFont val="宋体"/></rPr><t xml:space="preserve">${text}</t></r>`

it.each([
  ['10⁻³', [run('浓度 10'), run('−3', true), run(' mol/L')], '浓度 10^−3 mol/L'],
  ['of two raised runs', ['<r><t>10</t></r>', run('-', true), run('12', true)], '10^-12'],
  ['two in one cell', [run('2'), run('n', true), run(' 与 m'), run('2', true)], '2^n 与 m^2'],
  ['a charge', [run('Na'), run('+', true)], 'Na^+'],
  ['no power', [run('立普妥'), run('®', true), run(' 1'), run('st', true)], '立普妥® 1st'],
])('separates a raised power from the text of a cell: %s', async (_, runs, text) => {
  const parts = unzipSync(await writeXlsx([['题干']]).toBuffer())
  const strings = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())
  parts['xl/sharedStrings.xml'] = strToU8(strings.replace(/<si>.*<\/si>/, `<si>${runs.join('')}</si>`))
  expect(await readSheetTexts(zipSync(parts))).toEqual([[text]])
})

it.each([
  ['nowhere', '<row><c><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>3</v></c></row>'],
  ['in some rows', '<row><c><v>1</v></c><c><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>'],
  ['in the first cell', '<row r="1"><c r="A1"><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>3</v></c></row>'],
])('reads cells with their position given %s as Excel does', async (_, rows) => {
  const found = await readSheetTexts(buildHostileWorkbook({ sheet: `<sheetData>${rows}</sheetData>` }))
  expect(found).toEqual([
    ['1', '2'],
    ['', '3'],
  ])
})

it('reads a short list whose borders reach the last row of an old sheet', async () => {
  const filled = '<row><c><v>1</v></c><c s="1"/></row>'.repeat(3)
  const ruled = `<row>${'<c s="1"/>'.repeat(16)}</row>`.repeat(65_536)
  const sheet = `<sheetData>${filled}${ruled}</sheetData>`
  const rows = await readSheetTexts(buildHostileWorkbook({ sheet }))
  expect(rows.filter((row) => row.some(Boolean))).toEqual([['1'], ['1'], ['1']])
})
