import { printedSourceNames, subjectNames } from '@ce/contract/hours-names'
import { tenths } from '@ce/contract/proof-fields'
import type { Snapshot } from '../snapshot.ts'
import { fitted, green, grey, type Pdf, write } from './page.ts'

export interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

type Entries = Snapshot['entries']

/** below the head of the list */
const headHeight = 20
/** from line to line, points: loose, as tight as can be read (6.5 pt), and of a list that takes several sheets */
const pitches = { loose: 17, tightest: 10.5, several: 12 }

/**
 * What of the list stands on which sheet, `first` in the room of the first one, the rest in that of `others`. Lines grow tighter so that a
 * whole year fits one sheet, but never so that nobody can read them. @returns at least one part
 */
export function entrySheets(entries: Entries, first: Area, others: Area): Entries[] {
  if (entries.length <= linesIn(first, pitches.tightest)) return [entries]
  const sheets = [entries.slice(0, linesIn(first, pitches.several))]
  for (let drawn = linesIn(first, pitches.several); drawn < entries.length; ) {
    sheets.push(entries.slice(drawn, drawn + linesIn(others, pitches.several)))
    drawn += linesIn(others, pitches.several)
  }
  return sheets
}

const linesIn = ({ top, bottom }: Area, pitch: number) =>
  Math.max(1, Math.floor((bottom - top - headHeight) / pitch))

/** The list of what the hours stand on, or a sheet's part of it. */
export function drawEntries(pdf: Pdf, entries: Entries, area: Area, several: boolean): void {
  const columns = {
    subject: area.left,
    source: area.left + 52,
    title: area.left + 86,
    hours: area.right - 112,
    date: area.right - 62,
  }
  const head = { size: 9.5, color: grey }
  write(pdf, '科目', columns.subject, area.top, head)
  write(pdf, '来源', columns.source, area.top, head)
  write(pdf, '名称', columns.title, area.top, head)
  write(pdf, '学时', columns.hours, area.top, head)
  write(pdf, '日期', columns.date, area.top, head)
  const first = area.top + headHeight
  pdf
    .save()
    .lineWidth(0.6)
    .strokeColor(green)
    .moveTo(area.left, first - 4)
    .lineTo(area.right, first - 4)
    .stroke()
    .restore()
  const fitting = Math.min(pitches.loose, (area.bottom - first) / Math.max(entries.length, 1))
  const pitch = several ? pitches.several : fitting
  const style = { size: Math.min(9.5, pitch * 0.62) }
  entries.forEach((entry, index) => {
    const y = first + index * pitch
    write(pdf, subjectNames[entry.subject], columns.subject, y, style)
    write(pdf, printedSourceNames[entry.source], columns.source, y, style)
    write(
      pdf,
      fitted(pdf, entry.title, columns.hours - columns.title - 8, style),
      columns.title,
      y,
      style,
    )
    write(pdf, String(tenths(entry.hours)), columns.hours, y, style)
    write(pdf, entry.date, columns.date, y, style)
  })
}
