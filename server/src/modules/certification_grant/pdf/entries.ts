import { printedSourceNames } from '@ce/contract/hours-names'
import type { Snapshot } from '../snapshot.ts'
import { fitted, green, grey, type Pdf, write } from './page.ts'

const subjectLabels = { PROFESSIONAL: '专业', PUBLIC: '公需' }

interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

/** The list of what the hours stand on; lines grow tighter so that a whole year fits one page. */
export function drawEntries(pdf: Pdf, { entries }: Snapshot, area: Area): void {
  const columns = {
    subject: area.left,
    source: area.left + 44,
    title: area.left + 88,
    hours: area.right - 112,
    date: area.right - 62,
  }
  const head = { size: 9.5, color: grey }
  write(pdf, '科目', columns.subject, area.top, head)
  write(pdf, '来源', columns.source, area.top, head)
  write(pdf, '名称', columns.title, area.top, head)
  write(pdf, '学时', columns.hours, area.top, head)
  write(pdf, '日期', columns.date, area.top, head)
  const first = area.top + 20
  pdf
    .save()
    .lineWidth(0.6)
    .strokeColor(green)
    .moveTo(area.left, first - 4)
    .lineTo(area.right, first - 4)
    .stroke()
    .restore()
  const pitch = Math.min(17, (area.bottom - first) / Math.max(entries.length, 1))
  const style = { size: Math.min(9.5, pitch * 0.62) }
  entries.forEach((entry, index) => {
    const y = first + index * pitch
    write(pdf, subjectLabels[entry.subject], columns.subject, y, style)
    write(pdf, printedSourceNames[entry.source], columns.source, y, style)
    write(
      pdf,
      fitted(pdf, entry.title, columns.hours - columns.title - 8, style),
      columns.title,
      y,
      style,
    )
    write(pdf, entry.hours.toFixed(1), columns.hours, y, style)
    write(pdf, entry.date, columns.date, y, style)
  })
}
