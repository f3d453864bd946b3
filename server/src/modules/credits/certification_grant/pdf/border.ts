import { type Pdf, pageSize } from './page.ts'

/** A guilloche-like vector frame that prints well in black and white (docs/rules/look.md#proof-on-paper). */
export function renderBorder(pdf: Pdf, color: string): void {
  const { width, height } = pageSize
  pdf.save().strokeColor(color)
  pdf
    .lineWidth(1.2)
    .rect(28, 28, width - 56, height - 56)
    .stroke()
  pdf
    .lineWidth(0.4)
    .rect(40, 40, width - 80, height - 80)
    .stroke()
  pdf.lineWidth(0.35).strokeOpacity(0.75)
  for (const phase of [0, 1, 2]) {
    wave(pdf, { from: [34, 34], length: width - 68, along: 'x', phase })
    wave(pdf, { from: [34, height - 34], length: width - 68, along: 'x', phase })
    wave(pdf, { from: [34, 34], length: height - 68, along: 'y', phase })
    wave(pdf, { from: [width - 34, 34], length: height - 68, along: 'y', phase })
  }
  pdf.restore()
}

/**
 * Draws whole wave periods, so that the lines meet at the corners. Identical commands for each period compress well.
 */
function wave(pdf: Pdf, line: { from: [number, number]; length: number; along: 'x' | 'y'; phase: number }): void {
  const periods = Math.round(line.length / 18)
  const period = line.length / periods
  const steps = 6
  const points = Array.from({ length: steps + 1 }, (_, step): [number, number] => {
    const across = 4 * Math.sin((2 * Math.PI * step) / steps + (line.phase * 2 * Math.PI) / 3)
    const along = (period * step) / steps
    return line.along === 'x' ? [along, across] : [across, along]
  })
  pdf.save().translate(...line.from)
  for (let drawn = 0; drawn < periods; drawn += 1) {
    for (const [index, [x, y]] of points.entries())
      if (index === 0) pdf.moveTo(x, y)
      else pdf.lineTo(x, y)
    pdf.stroke()
    if (line.along === 'x') pdf.translate(period, 0)
    else pdf.translate(0, period)
  }
  pdf.restore()
}
