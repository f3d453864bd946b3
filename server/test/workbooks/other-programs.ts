import {
  borderedCell,
  buildSheetData,
  formulaCell,
  inlineTextCell,
  numberCell,
  sharedTextCell,
  typedCell,
} from './cells.ts'
import type { WorkbookCase } from './kind.ts'
import { buildTestWorkbook } from './parts.ts'

const list = [
  ['姓名', '证件号'],
  ['张三', '110105199001010096'],
]
const si = (text: string) => `<si><t>${text}</t></si>`
const strings = ['姓名', '证件号', '张三', '110105199001010096'].map(si)
const sharedList = [
  [sharedTextCell(0), sharedTextCell(1)],
  [sharedTextCell(2), sharedTextCell(3)],
]
const oneSheet = (xml: string) => [{ name: '名单', xml }]

/** Workbooks of libraries and export programs that deviate from the standard. */
export const otherProgramCases: WorkbookCase[] = [
  {
    kind: 'other programs',
    name: 'the strict form of the standard, with dates as texts',
    bytes: () =>
      buildTestWorkbook({
        isStrict: true,
        strings,
        styles: [{}, { format: 14 }, { format: 'h:mm' }],
        sheets: oneSheet(
          buildSheetData([
            ...sharedList,
            [
              typedCell('d', '2026-03-05T00:00:00', 1),
              typedCell('d', '2026-03-05T08:30:00'),
              typedCell('d', '08:30:00', 2),
              typedCell('d', '2026-03-05'),
            ],
          ]),
        ),
      }),
    rows: [...list, ['2026/3/5', '2026/3/5 8:30', '8:30', '2026/3/5']],
    notes: ['A3 DATE 2026-03-05', 'B3 DATE 2026-03-05 08:30', 'C3 DATE 08:30', 'D3 DATE 2026-03-05'],
  },
  {
    kind: 'other programs',
    name: 'no styles',
    bytes: () =>
      buildTestWorkbook({
        without: /styles/,
        strings,
        sheets: oneSheet(buildSheetData([...sharedList, [numberCell('0.1', 3)]])),
      }),
    rows: [...list, ['0.1']],
  },
  {
    kind: 'other programs',
    name: 'no shared texts, neither the part nor its mention',
    bytes: () => buildTestWorkbook({ sheets: oneSheet(buildSheetData(list)) }),
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'no list of the package’s parts',
    bytes: () =>
      buildTestWorkbook({ without: /^_rels|Content_Types/, strings, sheets: oneSheet(buildSheetData(sharedList)) }),
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'names of parts in capitals',
    bytes: () =>
      buildTestWorkbook({
        rename: (name) => name.replace(/sharedStrings|worksheets\/sheet\d|styles/i, (part) => part.toUpperCase()),
        strings,
        sheets: oneSheet(buildSheetData(sharedList)),
      }),
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'names of parts that differ from their mention in capitals',
    bytes: () => {
      const book = buildTestWorkbook({ strings, sheets: oneSheet(buildSheetData(sharedList)) }).toString('latin1')
      return Buffer.from(
        book
          .replaceAll('xl/sharedStrings.xml', 'XL/SHAREDSTRINGS.XML')
          .replaceAll('xl/worksheets/sheet1.xml', 'xl/Worksheets/Sheet1.xml'),
        'latin1',
      )
    },
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'names of parts with the slash of Windows',
    bytes: () =>
      buildTestWorkbook({
        rename: (name) => name.replaceAll('/', '\\'),
        strings,
        sheets: oneSheet(buildSheetData(sharedList)),
      }),
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'parts in UTF-16',
    bytes: () =>
      buildTestWorkbook({
        encode: (xml) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
        strings,
        sheets: oneSheet(buildSheetData(sharedList)),
      }),
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'formulas that were never worked out',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(buildSheetData([['学时'], [formulaCell('SUM(A4:A9)', null)], [formulaCell('A1', '', 'str')]])),
      }),
    rows: [['学时'], []],
    notes: ['A2 DOUBTED'],
  },
  {
    kind: 'other programs',
    name: 'noughts where the results of formulas belong',
    bytes: () =>
      buildTestWorkbook({
        more: '<calcPr calcId="124519" fullCalcOnLoad="1"/>',
        sheets: oneSheet(buildSheetData([[formulaCell('SUM(A2:A9)', '0'), formulaCell('1+1', '2'), numberCell(0)]])),
      }),
    rows: [['0', '2', '0']],
    notes: ['A1 DOUBTED'],
  },
  {
    kind: 'other programs',
    name: 'texts as the results of formulas, and raw ones',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          buildSheetData([
            [
              typedCell('str', '张三'),
              { about: ' t="inlineStr"', inner: '<v>李四</v>' },
              { about: '', inner: '<v>王五</v>' },
              { about: ' t="n"', inner: '<is><t>赵六</t></is>' },
            ],
          ]),
        ),
      }),
    rows: [['张三', '李四', '王五', '赵六']],
  },
  {
    kind: 'other programs',
    name: 'CDATA, comments and instructions between the cells',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          buildSheetData([
            [
              {
                about: ' t="inlineStr"',
                inner: '<!-- 甲 --><is><t><![CDATA[<张三> & ]]>李四</t></is><?x y?>',
              },
            ],
          ]),
        ),
      }),
    rows: [['<张三> & 李四']],
  },
  {
    kind: 'other programs',
    name: 'rows and cells out of order',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          '<sheetData><row r="3"><c r="B3"><v>4</v></c><c r="A3"><v>3</v></c></row><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
        ),
      }),
    rows: [['1'], [], ['3', '4']],
  },
  {
    kind: 'other programs',
    name: 'elements of the same names outside the cells',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          buildSheetData([['张三']], {
            before: '<extLst><ext><c r="Z9"><v>1</v></c></ext></extLst>',
            after: '<extLst><ext><row><c r="B1"><f>1</f><v>1</v></c></row></ext></extLst>',
          }),
        ),
      }),
    rows: [['张三']],
  },
  {
    kind: 'no workbooks',
    name: 'a text that begins as a package does',
    bytes: () => Buffer.from('PK not a zip'),
    says: '已损坏',
  },
  {
    kind: 'other programs',
    name: 'borders drawn over the rest of the sheet',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(buildSheetData([...list, ...Array.from({ length: 500 }, () => [borderedCell, borderedCell])])),
      }),
    rows: list,
  },
  {
    kind: 'other programs',
    name: 'hand-made numbers with signs that no number has',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          buildSheetData([[numberCell('1,5'), numberCell(' 12 '), numberCell('abc'), inlineTextCell('')]]),
        ),
      }),
    rows: [['1,5', '12', 'abc']],
  },
  {
    kind: 'no workbooks',
    name: 'a package of another program',
    bytes: () => buildTestWorkbook({ rename: (name) => `Index/${name.replaceAll('xl/', '')}`, sheets: [] }),
    says: '另存为 .xlsx',
  },
  {
    kind: 'no workbooks',
    name: 'the binary form of Excel',
    bytes: () => buildTestWorkbook({ rename: (name) => name.replace(/\.xml$/, '.bin'), sheets: [] }),
    says: '另存为 .xlsx',
  },
  ...[
    ['a web page under the name of a workbook', '<html><table><tr><td>姓名</td></tr></table></html>'],
    ['a workbook in XML of 2003', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'],
    ['a web archive', 'MIME-Version: 1.0\nContent-Type: multipart/related'],
  ].map(
    ([name = '', text = '']): WorkbookCase => ({
      ...{ kind: 'no workbooks', name, isText: true, says: '另存为 .xlsx' },
      bytes: () => Buffer.from(text),
    }),
  ),
]
