import { buildSheetData, inlineTextCell, numberCell, richTextCell, richTextRun, sharedTextCell } from './cells.ts'
import type { WorkbookCase } from './kind.ts'
import { buildTestWorkbook, escapeXmlText } from './parts.ts'

const struck = '<strike/>'
const si = (inner: string) => `<si>${inner}</si>`
const t = (text: string) => `<t xml:space="preserve">${escapeXmlText(text)}</t>`

export const excelTextCases: WorkbookCase[] = [
  {
    kind: 'struck-out text',
    name: 'one word of a cell',
    bytes: () =>
      buildTestWorkbook({
        strings: [si(t('答案')), si(richTextRun('A', struck) + richTextRun('B'))],
        sheets: [{ name: '题库', xml: buildSheetData([[sharedTextCell(0)], [sharedTextCell(1)]]) }],
      }),
    rows: [['答案'], ['B']],
    notes: ['A2 WITHDRAWN A'],
  },
  {
    kind: 'struck-out text',
    name: 'a whole cell by its style',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { struck: true }],
        strings: [si(t('张三')), si(t('13900000001'))],
        sheets: [{ name: '名单', xml: buildSheetData([[sharedTextCell(0), sharedTextCell(1, 1)]]) }],
      }),
    rows: [['张三']],
    notes: ['B1 WITHDRAWN 13900000001'],
  },
  {
    kind: 'struck-out text',
    name: 'a number by its style',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { struck: true, format: '0.0"学时"' }],
        sheets: [{ name: '学时', xml: buildSheetData([[numberCell(12), numberCell('2.5', 1)]]) }],
      }),
    rows: [['12']],
    notes: ['B1 WITHDRAWN 2.5学时'],
  },
  {
    kind: 'struck-out text',
    name: 'a row of nothing else',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { struck: true }],
        sheets: [{ name: '名单', xml: buildSheetData([['姓名'], [inlineTextCell('李四', 1)], ['王五']]) }],
      }),
    rows: [['姓名'], [], ['王五']],
    notes: ['A2 WITHDRAWN 李四'],
  },
  {
    kind: 'struck-out text',
    name: 'several words, and one that says that it is not struck out',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '题库',
            xml: buildSheetData([
              [
                richTextCell(
                  richTextRun('甲') +
                    richTextRun('乙', struck) +
                    richTextRun('丙', '<strike val="0"/>') +
                    richTextRun('丁', struck),
                ),
              ],
            ]),
          },
        ],
      }),
    rows: [['甲丙']],
    notes: ['A1 WITHDRAWN 乙丁'],
  },
  {
    kind: 'struck-out text',
    name: 'a cell struck out of which one word is not',
    bytes: () =>
      buildTestWorkbook({
        styles: [{}, { struck: true }],
        sheets: [
          {
            name: '题库',
            xml: buildSheetData([[richTextCell(`${richTextRun('旧')}${richTextRun('新', '<b/>')}`, 1)]]),
          },
        ],
      }),
    rows: [['新']],
    notes: ['A1 WITHDRAWN 旧'],
  },
  {
    kind: 'struck-out text',
    name: 'only in a rule for other cells',
    bytes: () =>
      buildTestWorkbook({
        sheets: [{ name: '名单', xml: buildSheetData([['张三']]) }],
      }),
    rows: [['张三']],
  },
  {
    kind: 'rich text',
    name: 'with reading aids above the letters',
    bytes: () =>
      buildTestWorkbook({
        strings: [
          si(
            `${t('张三')}<rPh sb="0" eb="1"><t>zhāng</t></rPh><rPh sb="1" eb="2"><t>sān</t></rPh><phoneticPr fontId="1" type="noConversion"/>`,
          ),
        ],
        sheets: [{ name: '名单', xml: buildSheetData([[sharedTextCell(0)]]) }],
      }),
    rows: [['张三']],
  },
  {
    kind: 'rich text',
    name: 'of a formula of chemistry and a power',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '题库',
            xml: buildSheetData([
              [
                richTextCell(
                  richTextRun('H') +
                    richTextRun('2', '<vertAlign val="subscript"/>') +
                    richTextRun('O 与 10') +
                    richTextRun('-3', '<vertAlign val="superscript"/>'),
                ),
              ],
            ]),
          },
        ],
      }),
    rows: [['H2O 与 10^-3']],
  },
  {
    kind: 'rich text',
    name: 'with line breaks, escaped signs and blanks at both ends',
    bytes: () =>
      buildTestWorkbook({
        strings: [si(t(' A. 甲_x000D_\nB. 乙 & <丙> ')), si(t('_x005F_x0041_'))],
        sheets: [{ name: '题库', xml: buildSheetData([[sharedTextCell(0), sharedTextCell(1)]]) }],
      }),
    rows: [[' A. 甲\nB. 乙 & <丙> ', '_x0041_']],
  },
  {
    kind: 'rich text',
    name: 'with letters beyond the first 65,536, as signs and as numbers',
    bytes: () =>
      buildTestWorkbook({
        sheets: [
          {
            name: '名单',
            xml: buildSheetData([
              ['𠮷田', { about: ' t="inlineStr"', inner: '<is><t>&#x20BB7;&#134071;&#65;</t></is>' }],
            ]),
          },
        ],
      }),
    rows: [['𠮷田', '𠮷𠮷A']],
  },
]
