import { excelNumbers } from './excel-numbers.ts'
import { excelSheets } from './excel-sheets.ts'
import { excelTexts } from './excel-texts.ts'
import type { WorkbookCase } from './kind.ts'
import { libreOfficeCases } from './libreoffice.ts'
import { oddCells } from './odd-cells.ts'
import { otherCases } from './other-programs.ts'
import { programCases } from './programs.ts'
import { textCases } from './texts.ts'

/** Every file of the corpus. */
export const workbookCases: WorkbookCase[] = [
  ...[...excelTexts, ...excelNumbers, ...excelSheets],
  ...[...programCases, ...libreOfficeCases, ...otherCases],
  ...oddCells,
  ...textCases,
]
