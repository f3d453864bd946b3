import { buildSheetData, type CellXml, formulaCell, numberCell, richTextCell, richTextRun, typedCell } from './cells.ts'
import type { WorkbookCase } from './kind.ts'
import { buildTestWorkbook, type WorkbookStyle } from './parts.ts'

/** Formatted numbers in cells, each with the text that a spreadsheet displays. */
const shown: readonly [format: string | number, said: string, text: string, note: string][] = [
  ['0.00" mg/kg"', '2.5', '2.50 mg/kg', 'FORMATTED 2.5'],
  ['"第"0"章"', '3', '第3章', 'FORMATTED 3'],
  ['#,##0.0"学时"', '1234.56', '1,234.6学时', 'ROUNDED 1234.56'],
  ['(0)', '5', '(5)', 'FORMATTED 5'],
  ['000-0000-0000', '13800138000', '138-0013-8000', 'FORMATTED 13800138000'],
  ['"+86 "0', '13800138000', '+86 13800138000', 'FORMATTED 13800138000'],
  ['@', '330102199001011237', '330102199001011237', 'DOUBTED'],
  ['"是";"是";"否"', '0', '否', 'FORMATTED 0'],
  ['[=1]"男";[=2]"女";0', '2', '女', 'FORMATTED 2'],
  ['[>=60]"合格";"不合格"', '59', '不合格', 'FORMATTED 59'],
  ['0!.0,"万"', '123456', '12.3万', 'ROUNDED 123456'],
  ['[DBNum1][$-804]yyyy"年"m"月"d"日"', '46085', '二〇二六年三月四日', 'DATE 2026-03-04'],
  ['e"年"m"月"', '46085', '2026年3月', 'DATE 2026-03-04'],
  ['yy.mm.dd', '46085', '26.03.04', 'DATE 2026-03-04'],
  ['0000"-"00', '202603', '2026-03', 'FORMATTED 202603'],
  ['0~0', '5', '0~5', 'FORMATTED 5'],
  ['0.0℃', '25', '25.0℃', 'FORMATTED 25'],
  ['[$€-2] #,##0', '12', '€ 12', 'FORMATTED 12'],
]

const numbers = shown.map(
  ([format, said, text, note]): WorkbookCase => ({
    kind: 'number formats',
    name: `${said} as ${format}`,
    bytes: () => oneCell(numberCell(said, 1), { format }),
    rows: [[text]],
    notes: [`A1 ${note}`],
  }),
)

const oneCell = (cell: CellXml, style: WorkbookStyle = {}) =>
  buildTestWorkbook({ styles: [{}, style], sheets: [{ name: '名单', xml: buildSheetData([[cell]]) }] })
const raw = (xml: string) => buildTestWorkbook({ sheets: [{ name: '名单', xml }] })

export const oddCellCases: WorkbookCase[] = [
  ...numbers,
  {
    kind: 'struck-out text',
    name: 'fonts that say whether they are struck, each in another way',
    bytes: () =>
      oneCell(
        richTextCell(
          richTextRun('旧', '<strike val="0"/>') +
            richTextRun('新', '<strike val="1"/>') +
            richTextRun('甲', '<strike/>') +
            richTextRun('乙'),
        ),
      ),
    rows: [['旧乙']],
    notes: ['A1 WITHDRAWN 新甲'],
  },
  {
    kind: 'struck-out text',
    name: 'the result of a formula',
    bytes: () => oneCell({ about: ' t="str" s="1"', inner: '<f>B1</f><v>旧</v>' }, { struck: true }),
    rows: [[]],
    notes: ['A1 WITHDRAWN 旧'],
  },
  {
    kind: 'merged cells',
    name: 'a whole column, with rows below that hold nothing',
    bytes: () =>
      raw(
        buildSheetData(
          [
            ['仁和', '张三'],
            [null, '李四'],
          ],
          {
            after: '<mergeCells><mergeCell ref="A1:A1048576"/></mergeCells>',
          },
        ),
      ),
    rows: [
      ['仁和', '张三'],
      ['仁和', '李四'],
    ],
    notes: ['A2 MERGED'],
  },
  {
    kind: 'places',
    name: 'rows and cells out of their order',
    bytes: () =>
      raw(
        '<sheetData><row r="2"><c r="a2"><v>3</v></c></row><row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row></sheetData>',
      ),
    rows: [['1', '2'], ['3']],
  },
  {
    kind: 'places',
    name: 'values in the extensions of a cell and of the sheet',
    bytes: () =>
      raw(
        '<sheetData><row r="1"><c r="A1"><v>1</v><extLst><ext><v>9</v></ext></extLst></c></row></sheetData><extLst><ext><c r="B1"><v>9</v></c></ext></extLst>',
      ),
    rows: [['1']],
  },
  {
    kind: 'places',
    name: 'comments and CDATA within a text',
    bytes: () =>
      raw(
        '<sheetData><!-- x --><row><c t="inlineStr"><is><t>甲<!-- x --><![CDATA[<乙>]]></t></is></c></row></sheetData>',
      ),
    rows: [['甲<乙>']],
  },
  {
    kind: 'formulas',
    name: 'a link, true and false, and an error that is new',
    bytes: () =>
      raw(
        buildSheetData([
          [
            formulaCell('HYPERLINK("https://a.cn","张三")', '张三', 'str'),
            typedCell('b', 'true'),
            typedCell('b', '0'),
            typedCell('e', '#SPILL!'),
          ],
        ]),
      ),
    rows: [['张三', 'TRUE', 'FALSE', '#SPILL!']],
    notes: ['D1 ERROR #SPILL!'],
  },
  {
    kind: 'other programs',
    name: 'Excel, with macros',
    bytes: () =>
      buildTestWorkbook({
        sheets: [{ name: '名单', xml: buildSheetData([['姓名'], ['张三']]) }],
        encode: (xml) =>
          Buffer.from(
            xml.replace(
              /application\/vnd[\w.-]+sheet\.main\+xml/,
              'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
            ),
          ),
      }),
    rows: [['姓名'], ['张三']],
  },
]
