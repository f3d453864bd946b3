import { expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { asShown, shownStyles } from './as-shown.ts'
import { sheetRows } from './xlsx.ts'

const style = (format: string) =>
  `<numFmts><numFmt numFmtId="176" formatCode="${format}"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
   <cellXfs count="2"><xf numFmtId="0"/><xf fontId="1" numFmtId="176" xfId="0"><alignment/></xf></cellXfs>`
const shown = (format: string, value: string) =>
  /<v>(.*)<\/v>/.exec(
    asShown(`<c r="A1" s="1"><v>${value}</v></c>`, shownStyles(style(format))),
  )?.[1]

it.each([
  ['0%', '0.1', '10%'],
  ['0%', '0.28999999999999998', '29%'],
  ['0%', '0.125', '13%'],
  ['0.00%', '1.0049999999999999E-2', '1.01%'],
  ['0.00%;[Red]-0.00%', '-0.5', '-50.00%'],
  ['#,##0.0#%', '12.5', '1250.0%'],
  ['0.##%', '0.125', '12.5%'],
  ['h:mm', '0.33333333333333331', '8:00'],
  ['[$-F400]h:mm:ss\\ AM/PM', '0.85416666666666663', '20:30:00'],
  ['hh&quot;时&quot;mm&quot;分&quot;;@', '0.375', '09:00'],
  ['h:mm', '45000.75', '18:00'],
  ['[h]:mm', '1.5', '36:00'],
  ['mm:ss', '3.8194444444444443E-3', '05:30'],
  ['General', '0.1', '0.1'],
  ['0.00', '0.1', '0.1'],
  ['&quot;浓度%&quot;0.0', '0.1', '0.1'],
  ['[Red]0.0', '0.1', '0.1'],
  ['yyyy/m/d', '45000', '45000'],
  ['yyyy/m/d h:mm', '45000.5', '45000.5'],
])('%s shows %s as %s', (format, value, text) => {
  expect(shown(format, value)).toBe(text)
})

it('leaves what is no number, and what has no such style', () => {
  const styles = shownStyles(style('0%'))
  for (const cell of [
    '<c r="A1" s="1" t="s"><v>0</v></c>',
    '<c r="A1" s="0"><v>0</v></c>',
    '<c r="A1"><v>0</v></c>',
    '<c r="A1" s="1"/>',
  ])
    expect(asShown(cell, styles)).toBe(cell)
  expect(asShown('<x:c r="A1" t="n" s="1"><x:f>A2*2</x:f><x:v>0.5</x:v></x:c>', styles)).toBe(
    '<x:c r="A1" s="1" t="str"><x:f>A2*2</x:f><x:v>50%</x:v></x:c>',
  )
})

it('reads the cells of a workbook as they are seen, quickly', async () => {
  const number = (value: number, format?: string) => ({
    value,
    type: Number,
    ...(format && { format }),
  })
  const row = [
    ...[number(0.1, '0%'), number(0.075, '0.0%'), number(8 / 24, 'h:mm'), number(0.1)],
    { value: new Date(Date.UTC(2026, 2, 5)), type: Date, format: 'yyyy/mm/dd' },
    { value: new Date(Date.UTC(2026, 2, 5, 8, 30)), type: Date, format: 'yyyy/mm/dd hh:mm' },
    { value: new Date(Date.UTC(1899, 11, 30, 8, 30)), type: Date, format: 'yyyy/mm/dd hh:mm' },
  ]
  const bytes = await writeXlsx(Array.from({ length: 10_000 }, () => row)).toBuffer()
  const began = performance.now()
  const { rows } = await sheetRows(bytes)
  // a second or two; a machine that has other things to do may take longer
  expect(performance.now() - began).toBeLessThan(20_000)
  const dates = ['2026-03-05', '2026-03-05 08:30', '08:30']
  expect(rows[9999]).toEqual(['10%', '7.5%', '8:00', '0.1', ...dates])
})
