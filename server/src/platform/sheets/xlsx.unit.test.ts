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
