import { excelNumberCases } from './excel-numbers.ts'
import { excelSheetCases } from './excel-sheets.ts'
import { excelTextCases } from './excel-texts.ts'
import type { WorkbookCase } from './kind.ts'
import { libreOfficeCases } from './libreoffice.ts'
import { oddCellCases } from './odd-cells.ts'
import { otherProgramCases } from './other-programs.ts'
import { programCases } from './programs.ts'
import { textCases } from './texts.ts'

export const importWorkbookCases: WorkbookCase[] = [
  ...[...excelTextCases, ...excelNumberCases, ...excelSheetCases],
  ...[...programCases, ...libreOfficeCases, ...otherProgramCases],
  ...oddCellCases,
  ...textCases,
]
