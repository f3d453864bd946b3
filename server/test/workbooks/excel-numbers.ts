import { buildSheetData, formulaCell, inlineTextCell, numberCell, sharedTextCell, typedCell } from './cells.ts'
import type { WorkbookCase } from './kind.ts'
import { buildTestWorkbook, escapeXmlText } from './parts.ts'

const si = (inner: string) => `<si>${inner}</si>`
const t = (text: string) => `<t xml:space="preserve">${escapeXmlText(text)}</t>`

export const excelNumberCases: WorkbookCase[] = [
  {
    kind: 'number formats',
    name: 'units, zeros, shares and signs',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '0.0"mg"' }, { format: '000000' }, { format: 9 }, { format: '+0;-0;0' }],
        sheets: [
          {
            name: '题库',
            xml: buildSheetData([
              [
                numberCell('2.5', 1),
                numberCell(123, 2),
                numberCell('0.1', 3),
                numberCell(3, 4),
                numberCell('0.30000000000000004'),
              ],
            ]),
          },
        ],
      }),
    rows: [['2.5mg', '000123', '10%', '+3', '0.3']],
    notes: ['A1 FORMATTED 2.5', 'B1 FORMATTED 123', 'C1 FORMATTED 0.1', 'D1 FORMATTED 3'],
  },
  {
    kind: 'number formats',
    name: 'fewer decimals than the number has',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: 1 }, { format: 2 }],
        sheets: [{ name: '学时', xml: buildSheetData([[numberCell('12.5', 1), numberCell('0.125', 2)]]) }],
      }),
    rows: [['13', '0.13']],
    notes: ['A1 ROUNDED 12.5', 'B1 ROUNDED 0.125'],
  },
  {
    kind: 'number formats',
    name: 'content that a format shows as nothing',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: ';;;' }],
        sheets: [{ name: '名单', xml: buildSheetData([['张三', inlineTextCell('备注', 1), numberCell(5, 1)]]) }],
      }),
    rows: [['张三']],
    notes: ['B1 UNSEEN 备注', 'C1 UNSEEN 5'],
  },
  {
    kind: 'number formats',
    name: 'words before a text',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '"浙"@' }],
        strings: [si(t('20260001'))],
        sheets: [{ name: '名单', xml: buildSheetData([[sharedTextCell(0, 1)]]) }],
      }),
    rows: [['浙20260001']],
  },
  {
    kind: 'long numbers',
    name: 'an ID number that became a number',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: 1 }],
        sheets: [
          {
            name: '名单',
            xml: buildSheetData([
              [
                numberCell('3.3010219900101101E+17'),
                numberCell('3.3010219900101101E+17', 1),
                numberCell('13812345678'),
                numberCell('20260001234567'),
              ],
            ]),
          },
        ],
      }),
    rows: [['330102199001011000', '330102199001011000', '13812345678', '20260001234567']],
    notes: ['A1 DOUBTED', 'B1 DOUBTED'],
  },
  {
    kind: 'dates and times',
    name: 'of the formats that a Chinese Excel offers first',
    bytes: () =>
      buildTestWorkbook({
        styles: [
          ...[{ format: 14 }, { format: 31 }, { format: 57 }, { format: 58 }, { format: 22 }],
          ...[{ format: 20 }, { format: 32 }, { format: 55 }, { format: 46 }, { format: 27 }],
        ],
        sheets: [
          {
            name: '日程',
            xml: buildSheetData([
              [
                ...[numberCell(46086, 0), numberCell(46086, 1), numberCell(46086, 2), numberCell(46086, 3)],
                ...[numberCell('46086.354166666664', 4), numberCell('0.35416666666666669', 5)],
                ...[numberCell('0.35416666666666669', 6), numberCell('0.85416666666666663', 7)],
                ...[numberCell('1.5', 8), numberCell(46086, 9)],
              ],
            ]),
          },
        ],
      }),
    rows: [
      [
        ...['2026/3/5', '2026年3月5日', '2026年3月', '3月5日', '2026/3/5 8:30'],
        ...['8:30', '8时30分', '下午8时30分', '36:00:00', '2026年3月'],
      ],
    ],
    notes: [
      ...['A1', 'B1', 'C1', 'D1'].map((place) => `${place} DATE 2026-03-05`),
      ...['E1 DATE 2026-03-05 08:30', 'F1 DATE 08:30', 'G1 DATE 08:30', 'H1 DATE 20:30'],
      'J1 DATE 2026-03-05',
    ],
  },
  {
    kind: 'dates and times',
    name: 'counted from 1904',
    bytes: () =>
      buildTestWorkbook({
        properties: ' date1904="1"',
        styles: [{}, { format: 'yyyy"年"m"月"d"日"' }],
        sheets: [{ name: '日程', xml: buildSheetData([[numberCell(44624, 1)]]) }],
      }),
    rows: [['2026年3月5日']],
    notes: ['A1 DATE 2026-03-05'],
  },
  {
    kind: 'formulas and errors',
    name: 'their kept results',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '0.0' }],
        sheets: [
          {
            name: '学时',
            xml: buildSheetData([
              [
                formulaCell('A2&"号"', '12号', 'str'),
                formulaCell('1/4+1/4', '0.5'),
                { about: ' s="1"', inner: '<f t="shared" ref="C1:C2" si="0">SUM(A1)</f><v>3</v>' },
                formulaCell('1=1', '1', 'b'),
                formulaCell('T("")', '', 'str'),
              ],
            ]),
          },
        ],
      }),
    rows: [['12号', '0.5', '3.0', 'TRUE']],
    notes: ['C1 FORMATTED 3'],
  },
  {
    kind: 'formulas and errors',
    name: 'errors',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData([
              [
                '张三',
                formulaCell('VLOOKUP(A1,B:B,1,0)', '#N/A', 'e'),
                typedCell('e', '#REF!'),
                formulaCell('1/0', '#DIV/0!', 'e'),
              ],
            ]),
          },
        ],
      }),
    rows: [['张三', '#N/A', '#REF!', '#DIV/0!']],
    notes: ['B1 ERROR #N/A', 'C1 ERROR #REF!', 'D1 ERROR #DIV/0!'],
  },
  {
    kind: 'formulas and errors',
    name: 'truth values',
    bytes: () =>
      buildTestWorkbook({
        sheets: [{ name: '题库', xml: buildSheetData([[typedCell('b', '1'), typedCell('b', '0')]]) }],
      }),
    rows: [['TRUE', 'FALSE']],
  },
  {
    kind: 'formulas and errors',
    name: 'a picture that was placed in a cell',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '题库',
            xml: buildSheetData([['题干', { about: ' t="e" vm="1"', inner: '<v>#VALUE!</v>' }]]),
          },
        ],
      }),
    rows: [['题干']],
    notes: ['B1 DOUBTED'],
  },
  {
    kind: 'number formats',
    name: 'a sheet that shows no zeros',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '0.0' }],
        sheets: [
          {
            name: '学时',
            xml: buildSheetData([[numberCell(0), numberCell(0, 1), numberCell(1, 1)]], {
              before: '<sheetViews><sheetView showZeros="0" tabSelected="1" workbookViewId="0"/></sheetViews>',
            }),
          },
        ],
      }),
    rows: [['', '', '1.0']],
    notes: ['A1 UNSEEN 0', 'B1 UNSEEN 0', 'C1 FORMATTED 1'],
  },
]
