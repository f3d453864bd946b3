import { green, type Pdf, sheet } from './page.ts'

/** The quiet guilloche-like frame of a proof (look.md), as vectors: prints well in black and white. */
export function drawBorder(pdf: Pdf): void {
  const { width, height } = sheet
  pdf.save().strokeColor(green)
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

/** One of three interlaced sine lines; whole periods, so that corners meet. */
function wave(
  pdf: Pdf,
  line: { from: [number, number]; length: number; along: 'x' | 'y'; phase: number },
): void {
  const periods = Math.round(line.length / 18)
  const steps = periods * 6
  for (let step = 0; step <= steps; step += 1) {
    const along = (line.length * step) / steps
    const across =
      4 * Math.sin((2 * Math.PI * periods * step) / steps + (line.phase * 2 * Math.PI) / 3)
    const [x, y] =
      line.along === 'x'
        ? [line.from[0] + along, line.from[1] + across]
        : [line.from[0] + across, line.from[1] + along]
    if (step === 0) pdf.moveTo(x, y)
    else pdf.lineTo(x, y)
  }
  pdf.stroke()
}
