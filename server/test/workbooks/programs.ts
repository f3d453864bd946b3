import {
  borderedCell,
  buildSheetData,
  formulaCell,
  numberCell,
  richTextCell,
  richTextRun,
  sharedTextCell,
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

export const programCases: WorkbookCase[] = [
  {
    kind: 'WPS',
    name: 'a list with its own formats and names of signs',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '0_ ' }, { format: '[$-804]yyyy"年"m"月"d"日";@' }, { format: 'G/通用格式"元"' }],
        strings,
        sheets: oneSheet(
          buildSheetData([...sharedList, [numberCell('13812345678', 1), numberCell(46086, 2), numberCell('5.5', 3)]], {
            before:
              '<sheetPr/><dimension ref="A1:C3"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultColWidth="9" defaultRowHeight="13.5"/>',
          }),
        ),
      }),
    rows: [...list, ['13812345678', '2026年3月5日', '5.5元']],
    notes: ['B3 DATE 2026-03-05', 'C3 FORMATTED 5.5'],
  },
  {
    kind: 'WPS',
    name: 'a picture within a cell',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          buildSheetData([['题干'], [formulaCell('_xlfn.DISPIMG("ID_1F2E",1)', '=DISPIMG("ID_1F2E",1)', 'str')]]),
        ),
      }),
    rows: [['题干'], []],
    notes: ['A2 DOUBTED'],
  },
  {
    kind: 'WPS',
    name: 'a struck-out row that says so run by run',
    bytes: () =>
      buildTestWorkbook({
        sheets: oneSheet(
          buildSheetData([
            ['姓名'],
            [richTextCell(richTextRun('张', '<strike val="1"/>') + richTextRun('三', '<strike val="true"/>'))],
          ]),
        ),
      }),
    rows: [['姓名'], []],
    notes: ['A2 WITHDRAWN 张三'],
  },
  {
    kind: 'LibreOffice',
    name: 'attributes that say what is not so',
    bytes: () =>
      buildTestWorkbook({
        strings,
        styles: [{}, { format: 'yyyy\\-mm\\-dd' }],
        sheets: oneSheet(
          buildSheetData([...sharedList, [{ about: ' s="1" t="n"', inner: '<v>46086</v>' }]], {
            before:
              '<cols><col collapsed="false" customWidth="false" hidden="false" max="1024" min="1" style="0"/></cols>',
            rows: {
              0: ' customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0"',
              1: ' hidden="false"',
            },
          }),
        ),
      }),
    rows: [...list, ['2026-03-05']],
    notes: ['A3 DATE 2026-03-05'],
    hiddenRows: [],
    hiddenColumns: [],
  },
  {
    kind: 'LibreOffice',
    name: 'truth values by formula, and lengths of time',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '"TRUE";"TRUE";"FALSE"' }, { format: '[HH]:MM:SS' }],
        sheets: oneSheet(
          buildSheetData([
            [
              { about: ' s="1" t="b"', inner: '<f aca="false">TRUE()</f><v>1</v>' },
              numberCell(1, 1),
              numberCell('1.0416666666666667', 2),
            ],
          ]),
        ),
      }),
    rows: [['TRUE', 'TRUE', '25:00:00']],
    notes: ['B1 FORMATTED 1'],
  },
  {
    kind: 'Numbers',
    name: 'a page of contents before the tables',
    known: [/^姓名$/, /^证件号$/],
    bytes: () =>
      buildTestWorkbook({
        strings,
        sheets: [
          {
            name: '导出摘要',
            xml: buildSheetData([
              ['此文稿从 Numbers 表格导出。每个表格都已转换为 Excel 工作表。'],
              ['Numbers 表单名称', 'Numbers 表格名称', 'Excel 工作表名称'],
              ['工作表 1', '表格 1', '工作表 1 - 表格 1'],
            ]),
          },
          { name: '工作表 1 - 表格 1', xml: buildSheetData(sharedList) },
        ],
      }),
    rows: list,
    readName: '工作表 1 - 表格 1',
  },
  {
    kind: 'Numbers',
    name: 'a name of the table merged above it',
    bytes: () =>
      buildTestWorkbook({
        strings: [...strings, si('学员名单')],
        sheets: oneSheet(
          buildSheetData([[sharedTextCell(4), borderedCell], ...sharedList], {
            after: '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
          }),
        ),
      }),
    rows: [['学员名单', '学员名单'], ...list],
    notes: ['B1 MERGED'],
  },
  {
    kind: 'Power BI',
    name: 'cells that do not say where they are',
    bytes: () => buildTestWorkbook({ sheets: [{ name: 'Export', xml: buildSheetData(list, { hasNoPlaces: true }) }] }),
    rows: list,
  },
  {
    kind: 'Power BI',
    name: 'numbers of all their figures without a place, and gaps',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: 'Export',
            xml: buildSheetData(
              [
                ['姓名', null, '证件号'],
                ['张三', null, numberCell('110105199001010096')],
              ],
              {
                hasNoPlaces: true,
              },
            ),
          },
        ],
      }),
    rows: [
      ['姓名', '', '证件号'],
      ['张三', '', '110105199001010096'],
    ],
    notes: ['C2 DOUBTED'],
  },
  {
    kind: 'Dynamics',
    name: 'prefixes before all names, hidden keys and a hidden sheet',
    known: [/^姓名$/, /^证件号$/],
    bytes: () =>
      buildTestWorkbook({
        prefix: 'x:',
        sheets: [
          {
            name: '联系人',
            xml: buildSheetData(
              [
                ['(请勿修改)联系人', '(请勿修改)行校验和', '姓名', '证件号'],
                ['8f2c', 'x7Qk', '张三', '110105199001010096'],
              ],
              { before: '<cols><col min="1" max="2" hidden="1" customWidth="1"/></cols>' },
            ),
          },
          { name: 'hiddenSheet', xml: buildSheetData([['姓名', '证件号', '姓名']]), state: 'veryHidden' },
        ],
      }),
    rows: [
      ['(请勿修改)联系人', '(请勿修改)行校验和', '姓名', '证件号'],
      ['8f2c', 'x7Qk', '张三', '110105199001010096'],
    ],
    hiddenColumns: [0, 1],
    readName: '联系人',
  },
  {
    kind: 'Dynamics',
    name: 'targets from the root of the package',
    bytes: () =>
      buildTestWorkbook({
        hasAbsoluteTargets: true,
        prefix: 'x:',
        strings,
        sheets: oneSheet(buildSheetData(sharedList)),
      }),
    rows: list,
  },
]
