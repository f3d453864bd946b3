import { printedSourceNames, subjectNames } from '@ce/contract/hours-names'
import { roundToTenths } from '@ce/contract/proof-fields'
import type { ProofSnapshot } from '../snapshot.ts'
import { greenColour, greyColour, type Pdf, truncateToWidth, writeLine } from './page.ts'

export interface PageArea {
  left: number
  right: number
  top: number
  bottom: number
}

type Entries = ProofSnapshot['entries']

/** The height of the title row of the list, in points. */
const headHeight = 20
/** Line heights in points. Lines of the `tightest` height hold text of 6.5 pt. */
const pitches = { loose: 17, tightest: 10.5, several: 12 }

/** Keeps all entries of a year on one sheet if they fit with the tightest line height. */
export function splitEntriesIntoSheets(entries: Entries, first: PageArea, others: PageArea): Entries[] {
  if (entries.length <= linesIn(first, pitches.tightest)) return [entries]
  const sheets = [entries.slice(0, linesIn(first, pitches.several))]
  for (let drawn = linesIn(first, pitches.several); drawn < entries.length; ) {
    sheets.push(entries.slice(drawn, drawn + linesIn(others, pitches.several)))
    drawn += linesIn(others, pitches.several)
  }
  return sheets
}

const linesIn = ({ top, bottom }: PageArea, pitch: number) =>
  Math.max(1, Math.floor((bottom - top - headHeight) / pitch))

export function renderProofEntries(pdf: Pdf, entries: Entries, area: PageArea, several: boolean): void {
  const columns = {
    subject: area.left,
    source: area.left + 52,
    title: area.left + 86,
    hours: area.right - 112,
    date: area.right - 62,
  }
  const head = { size: 9.5, color: greyColour }
  writeLine(pdf, '科目', columns.subject, area.top, head)
  writeLine(pdf, '来源', columns.source, area.top, head)
  writeLine(pdf, '名称', columns.title, area.top, head)
  writeLine(pdf, '学时', columns.hours, area.top, head)
  writeLine(pdf, '日期', columns.date, area.top, head)
  const first = area.top + headHeight
  pdf
    .save()
    .lineWidth(0.6)
    .strokeColor(greenColour)
    .moveTo(area.left, first - 4)
    .lineTo(area.right, first - 4)
    .stroke()
    .restore()
  const fitting = Math.min(pitches.loose, (area.bottom - first) / Math.max(entries.length, 1))
  const pitch = several ? pitches.several : fitting
  const style = { size: Math.min(9.5, pitch * 0.62) }
  entries.forEach((entry, index) => {
    const y = first + index * pitch
    writeLine(pdf, subjectNames[entry.subject], columns.subject, y, style)
    writeLine(pdf, printedSourceNames[entry.source], columns.source, y, style)
    writeLine(pdf, truncateToWidth(pdf, entry.title, columns.hours - columns.title - 8, style), columns.title, y, style)
    writeLine(pdf, String(roundToTenths(entry.hours)), columns.hours, y, style)
    writeLine(pdf, entry.date, columns.date, y, style)
  })
}
