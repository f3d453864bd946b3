import { borderedCell, buildSheetData, numberCell, sharedTextCell, typedCell } from './cells.ts'
import type { WorkbookCase } from './kind.ts'
import { buildTestWorkbook } from './parts.ts'

const list = [
  ['姓名', '手机号'],
  ['张三', '13900000001'],
]

export const excelSheetCases: WorkbookCase[] = [
  {
    kind: 'hidden rows and columns',
    name: 'filtered, folded and by hand',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData([...list, ['李四'], ['王五'], [null]], {
              rows: {
                1: ' hidden="1"',
                2: ' outlineLevel="1" hidden="true"',
                3: ' hidden="0"',
                4: ' hidden="1"',
              },
              before: '<cols><col min="1" max="1" width="9"/><col min="2" max="16384" width="0" hidden="1"/></cols>',
              after: '<autoFilter ref="A1:B5"/>',
            }),
          },
        ],
      }),
    rows: [...list, ['李四'], ['王五']],
    hiddenRows: [2, 3],
    hiddenColumns: [1],
  },
  {
    kind: 'hidden rows and columns',
    name: 'as high and as wide as nothing',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData([...list, ['李四', '13900000002']], {
              rows: { 1: ' ht="0" customHeight="1"', 2: ' ht="13.5"' },
              before: '<cols><col min="2" max="2" width="0" customWidth="1"/></cols>',
            }),
          },
        ],
      }),
    rows: [...list, ['李四', '13900000002']],
    hiddenRows: [2],
    hiddenColumns: [1],
  },
  {
    kind: 'hidden sheets',
    name: 'lists behind choices, and older versions',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          { name: '选项清单', xml: buildSheetData([['姓名', '手机号', '证件号']]), state: 'hidden' },
          { name: '名单', xml: buildSheetData(list), state: 'visible' },
          { name: '往年', xml: buildSheetData(list), state: 'veryHidden' },
        ],
      }),
    rows: list,
    readName: '名单',
    sheets: [
      { name: '选项清单', hidden: true, rows: 0 },
      { name: '名单', hidden: false, rows: 2 },
      { name: '往年', hidden: true, rows: 0 },
    ],
  },
  {
    kind: 'hidden sheets',
    name: 'one that staff chose',
    sheetName: '往年',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          { name: '名单', xml: buildSheetData([['今年']]) },
          { name: '往年', xml: buildSheetData(list), state: 'hidden' },
        ],
      }),
    rows: list,
    readName: '往年',
  },
  {
    kind: 'hidden sheets',
    name: 'nothing but hidden ones',
    bytes: () => buildTestWorkbook({ sheets: [{ name: '名单', xml: buildSheetData(list), state: 'hidden' }] }),
    says: '没有可见的工作表',
  },
  {
    kind: 'several sheets',
    name: 'instructions before the list',
    known: [/^姓名$/, /^手机号$/],
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          { name: '填写说明', xml: buildSheetData([['姓名须与身份证一致'], ['姓名']]) },
          { name: '名单', xml: buildSheetData(list) },
        ],
      }),
    rows: list,
    readName: '名单',
    sheets: [
      { name: '填写说明', hidden: false, rows: 2 },
      { name: '名单', hidden: false, rows: 2 },
    ],
  },
  {
    kind: 'several sheets',
    name: 'an empty form before the same form with people',
    known: [/^姓名$/, /^手机号$/],
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          { name: '空表', xml: buildSheetData([['姓名', '手机号']]) },
          { name: '名单', xml: buildSheetData(list) },
        ],
      }),
    rows: list,
    readName: '名单',
  },
  {
    kind: 'several sheets',
    name: 'an empty one first, as a new workbook has',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          { name: 'Sheet1', xml: '<sheetData/>' },
          { name: 'Sheet2', xml: buildSheetData(list) },
        ],
      }),
    rows: list,
    readName: 'Sheet2',
  },
  {
    kind: 'merged cells',
    name: 'an employer beside three people',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData(
              [
                ['单位', '姓名'],
                ['仁和药房', '张三'],
                [borderedCell, '李四'],
                [null, '王五'],
              ],
              {
                after: '<mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>',
              },
            ),
          },
        ],
      }),
    rows: [
      ['单位', '姓名'],
      ['仁和药房', '张三'],
      ['仁和药房', '李四'],
      ['仁和药房', '王五'],
    ],
    notes: ['A3 MERGED', 'A4 MERGED'],
  },
  {
    kind: 'merged cells',
    name: 'an error and a number with a unit beside two people',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { format: '0"学时"' }],
        sheets: [
          {
            name: '学时',
            xml: buildSheetData(
              [
                [typedCell('e', '#N/A'), numberCell(12, 1), '张三'],
                [null, null, '李四'],
              ],
              {
                after: '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/></mergeCells>',
              },
            ),
          },
        ],
      }),
    rows: [
      ['#N/A', '12学时', '张三'],
      ['#N/A', '12学时', '李四'],
    ],
    notes: [...['A1 ERROR #N/A', 'B1 FORMATTED 12', 'A2 MERGED', 'A2 ERROR #N/A'], ...['B2 MERGED', 'B2 FORMATTED 12']],
  },
  {
    kind: 'merged cells',
    name: 'titles of two rows',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData(
              [
                ['姓名', '证件', null],
                [null, '类型', '证件号'],
                ['张三', '身份证', '110105199001010096'],
              ],
              {
                after: '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>',
              },
            ),
          },
        ],
      }),
    rows: [
      ['姓名', '证件', '证件'],
      ['姓名', '类型', '证件号'],
      ['张三', '身份证', '110105199001010096'],
    ],
    notes: ['A2 MERGED', 'C1 MERGED'],
  },
  {
    kind: 'merged cells',
    name: 'over whole columns, and over nothing',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData(
              [
                ['一店', '张三'],
                [null, '李四'],
              ],
              {
                after:
                  '<mergeCells><mergeCell ref="A1:A1048576"/><mergeCell ref="D1:F9"/><mergeCell ref="坏"/></mergeCells>',
              },
            ),
          },
        ],
      }),
    rows: [
      ['一店', '张三'],
      ['一店', '李四'],
    ],
    notes: ['A2 MERGED'],
  },
  {
    kind: 'damaged',
    name: 'a text that the list of texts does not have',
    bytes: () => buildTestWorkbook({ sheets: [{ name: '名单', xml: buildSheetData([[sharedTextCell(7)]]) }] }),
    says: '已损坏',
  },
  {
    kind: 'damaged',
    name: 'a sheet whose part is missing',
    bytes: () => buildTestWorkbook({ without: /sheet1/, sheets: [{ name: '名单', xml: buildSheetData(list) }] }),
    says: '已损坏',
  },
  {
    kind: 'damaged',
    name: 'no end of the sheet',
    bytes: () => buildTestWorkbook({ sheets: [{ name: '名单', xml: '<sheetData><row>' }] }),
    says: '已损坏',
  },
]
