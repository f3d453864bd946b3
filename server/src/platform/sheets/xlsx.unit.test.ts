import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { workbookOf } from '../../../test/hostile-files/workbooks.ts'
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

it('says how many rows nobody sees, of the sheet that is read; empty ones do not matter', async () => {
  const hide = (book: Record<string, Uint8Array>, sheet: number, ...numbers: number[]) => {
    const name = `xl/worksheets/sheet${sheet}.xml`
    const rows = strFromU8(book[name] ?? new Uint8Array())
    book[name] = strToU8(
      numbers.reduce((xml, no) => xml.replace(`<row r="${no}"`, '$& hidden="1"'), rows),
    )
  }
  const data = [['姓名'], ['张三'], [null], ['李四'], ['王五']]
  const sheets = ['名单', '往年'].map((sheet) => ({ data, sheet }))
  const parts = unzipSync(await writeXlsx(sheets).toBuffer())
  hide(parts, 1, 3)
  hide(parts, 2, 2)
  expect((await sheetRows(zipSync(parts))).rows).toHaveLength(5)
  hide(parts, 1, 2, 5)
  await expect(sheetRows(zipSync(parts))).rejects.toThrow('工作表里有 2 行被筛选、折叠或隐藏')
})

/** A run of rich text as Excel writes it. */
const run = (text: string, raised = false) =>
  `<r><rPr>${raised ? '<vertAlign val="superscript"/>' : ''}<sz val="11"/><rFont val="宋体"/></rPr><t xml:space="preserve">${text}</t></r>`

it.each([
  ['10⁻³', [run('浓度 10'), run('−3', true), run(' mol/L')], '浓度 10^−3 mol/L'],
  ['of two raised runs', ['<r><t>10</t></r>', run('-', true), run('12', true)], '10^-12'],
  ['two in one cell', [run('2'), run('n', true), run(' 与 m'), run('2', true)], '2^n 与 m^2'],
  ['a charge', [run('Na'), run('+', true)], 'Na^+'],
  ['no power', [run('立普妥'), run('®', true), run(' 1'), run('st', true)], '立普妥® 1st'],
])('keeps powers apart: %s', async (_, runs, text) => {
  const parts = unzipSync(await writeXlsx([['题干']]).toBuffer())
  const strings = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())
  parts['xl/sharedStrings.xml'] = strToU8(
    strings.replace(/<si>.*<\/si>/, `<si>${runs.join('')}</si>`),
  )
  expect((await sheetRows(zipSync(parts))).rows).toEqual([[text]])
})

it.each([
  ['nowhere', '<row><c><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>3</v></c></row>'],
  [
    'in some rows',
    '<row><c><v>1</v></c><c><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>',
  ],
  [
    'in the first cell',
    '<row r="1"><c r="A1"><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>3</v></c></row>',
  ],
])('reads cells that say where they are %s as Excel does', async (_, rows) => {
  const { rows: found } = await sheetRows(workbookOf({ sheet: `<sheetData>${rows}</sheetData>` }))
  expect(found).toEqual([
    ['1', '2'],
    ['', '3'],
  ])
})

it('reads a short list whose borders are drawn to the end of an old sheet', async () => {
  const filled = '<row><c><v>1</v></c><c s="1"/></row>'.repeat(3)
  const ruled = `<row>${'<c s="1"/>'.repeat(16)}</row>`.repeat(65_536)
  const sheet = `<sheetData>${filled}${ruled}</sheetData>`
  const { rows } = await sheetRows(workbookOf({ sheet }))
  expect(rows.filter((row) => row.some(Boolean))).toEqual([['1'], ['1'], ['1']])
})
