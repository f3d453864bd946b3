import { readFileSync } from 'node:fs'
import type { WorkbookCase } from './kind.ts'

/** LibreOffice 7.4 made the workbook from list.fods: `soffice --headless --convert-to xlsx list.fods` */
export const libreOfficeCases: WorkbookCase[] = [
  {
    kind: 'LibreOffice',
    name: 'a file that it wrote itself',
    known: [/^姓名$/],
    bytes: () => readFileSync(new URL('./libreoffice/list.xlsx', import.meta.url)),
    rows: [
      ['姓名', '单位', '学时', '编号', '比例', '日期', '时间', '合计', '备注'],
      ['张三', '仁和药房', '2.5学时', '000123', '75%', '2026年3月5日', '8:30', '0.3', '内部'],
      ['李四', '仁和药房', '3.0学时'],
      ['', '10^-3', '110105199001010000', '#DIV/0!', 'TRUE'],
    ],
    notes: [
      ...['A2 WITHDRAWN 小', 'C2 FORMATTED 2.5', 'D2 FORMATTED 123', 'E2 FORMATTED 0.75'],
      ...['F2 DATE 2026-03-05', 'G2 DATE 08:30', 'C3 FORMATTED 3'],
      ...['A4 WITHDRAWN 王五', 'C4 DOUBTED', 'D4 ERROR #DIV/0!', 'B3 MERGED'],
    ],
    hiddenRows: [3],
    hiddenColumns: [8],
    sheets: [
      { name: '名单', hidden: false, rows: 4 },
      { name: '往年', hidden: true, rows: 0 },
    ],
  },
]
