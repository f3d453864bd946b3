import type { PackageParts } from './package-parts.ts'
import { type CellFormatter, createCellFormatter, generalNumberFormat } from './shown.ts'

export interface CellStyle {
  struck: boolean
  show: CellFormatter
}

export const plainCellStyle: CellStyle = { struck: false, show: createCellFormatter(generalNumberFormat) }

export async function readStyles(
  parts: PackageParts,
  name: string | undefined,
  isFrom1904: boolean,
): Promise<CellStyle[]> {
  const formats = new Map<number, string>()
  const struckFonts: boolean[] = []
  const found: { font: number; format: number }[] = []
  const path: string[] = []
  const isIn = (...names: string[]) => names.every((one, at) => path[at + 1] === one)
  if (name !== undefined && parts.has(name))
    await parts.read(name, {
      open: (element, attribute, isEmpty) => {
        if (element === 'numFmt' && isIn('numFmts'))
          formats.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
        if (element === 'font' && isIn('fonts') && path.length === 2) struckFonts.push(false)
        if (element === 'strike' && isIn('fonts', 'font'))
          struckFonts[struckFonts.length - 1] = isAttributeOn(attribute('val'))
        if (element === 'xf' && isIn('cellXfs'))
          found.push({
            font: Number(attribute('fontId') ?? 0),
            format: Number(attribute('numFmtId') ?? 0),
          })
        if (!isEmpty) path.push(element)
      },
      close: (element) => {
        if (path.at(-1) === element) path.pop()
      },
    })
  const shown = new Map<string, CellFormatter>()
  return found.map(({ font, format }) => {
    const code = formats.get(format) ?? builtInFormats[format] ?? generalNumberFormat
    const show = shown.get(code) ?? createCellFormatter(code, isFrom1904)
    shown.set(code, show)
    return { struck: struckFonts[font] ?? false, show }
  })
}

/** True also when the attribute is missing: `<strike/>` means the same as `<strike val="1"/>`. */
export const isAttributeOn = (value: string | undefined) => value === undefined || /^(1|true|on)$/.test(value)

const month = 'yyyy"年"m"月"'
const monthAndDay = 'm"月"d"日"'
const clock = 'h"时"mm"分"'
const clockWithSeconds = 'h"时"mm"分"ss"秒"'

/**
 * Excel's built-in number formats. Formats of dates and formats 27 to 58 depend on the language; these are from a
 * Chinese Excel.
 */
const builtInFormats: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00' },
  ...{
    5: '¥#,##0;-¥#,##0',
    6: '¥#,##0;-¥#,##0',
    7: '¥#,##0.00;-¥#,##0.00',
    8: '¥#,##0.00;-¥#,##0.00',
  },
  ...{ 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 14: 'yyyy/m/d', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy/m/d h:mm' },
  ...{ 27: month, 28: monthAndDay, 29: monthAndDay, 30: 'm-d-yy', 31: `${month}d"日"` },
  ...{
    32: clock,
    33: clockWithSeconds,
    34: `上午/下午${clock}`,
    35: `上午/下午${clockWithSeconds}`,
  },
  ...{
    36: month,
    37: '#,##0;-#,##0',
    38: '#,##0;-#,##0',
    39: '#,##0.00;-#,##0.00',
    40: '#,##0.00;-#,##0.00',
  },
  ...{
    41: '#,##0;-#,##0;"-"',
    42: '¥#,##0;-¥#,##0;¥"-"',
    43: '#,##0.00;-#,##0.00;"-"',
    44: '¥#,##0.00;-¥#,##0.00;¥"-"',
  },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
  ...{ 50: month, 51: monthAndDay, 52: month, 53: monthAndDay, 54: monthAndDay },
  ...{ 55: `上午/下午${clock}`, 56: `上午/下午${clockWithSeconds}`, 57: month, 58: monthAndDay },
}
