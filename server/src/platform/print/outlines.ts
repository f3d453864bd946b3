export const unitsPerEm = 1000

/** Rounding grid for outlines in 1/1000 em; points move by at most about 0.08 pt in a proof. */
const grid = 6

const axes = [
  { short: 0x02, same: 0x10 },
  { short: 0x04, same: 0x20 },
]

const repeats = 0x08

const longestShort = 256 - grid

/** Rounds outlines to a grid that is too fine to see, so that fonts compress a sixth better (docs/measurements.md). */
export function roundFontOutlines(font: Buffer): void {
  const head = tableAt(font, 'head')
  const loca = tableAt(font, 'loca')
  const glyf = tableAt(font, 'glyf')
  const count = font.readUInt16BE(tableAt(font, 'maxp') + 4)
  const wide = font.readInt16BE(head + 50) === 1
  const offsetOf = (glyph: number) =>
    wide ? font.readUInt32BE(loca + glyph * 4) : font.readUInt16BE(loca + glyph * 2) * 2
  for (let glyph = 0; glyph < count; glyph += 1) {
    const from = offsetOf(glyph)
    if (from === offsetOf(glyph + 1) || font.readInt16BE(glyf + from) <= 0) continue
    coarsenGlyph(font, glyf + from)
  }
}

function coarsenGlyph(font: Buffer, start: number): void {
  const contours = font.readInt16BE(start)
  const instructions = start + 10 + contours * 2
  const points = font.readUInt16BE(instructions - 2) + 1
  let at = instructions + 2 + font.readUInt16BE(instructions)
  const flags: number[] = []
  while (flags.length < points) {
    const flag = font.readUInt8(at)
    const times = flag & repeats ? font.readUInt8(at + 1) + 1 : 1
    for (let time = 0; time < times; time += 1) flags.push(flag)
    at += flag & repeats ? 2 : 1
  }
  for (const axis of axes) at = coarsenAxis(font, at, flags, axis)
}

/** Positions are rounded, not steps, so that errors do not add up. @returns where the steps end */
function coarsenAxis(
  font: Buffer,
  start: number,
  flags: number[],
  { short, same }: { short: number; same: number },
): number {
  let at = start
  let place = 0
  let rounded = 0
  for (const flag of flags) {
    if (flag & short) {
      const sign = flag & same ? 1 : -1
      place += sign * font.readUInt8(at)
      const step = Math.min(Math.max(sign * (onGrid(place) - rounded), 0), longestShort)
      font.writeUInt8(step, at)
      rounded += sign * step
      at += 1
    } else if (!(flag & same)) {
      place += font.readInt16BE(at)
      font.writeInt16BE(onGrid(place) - rounded, at)
      rounded = onGrid(place)
      at += 2
    }
  }
  return at
}

function onGrid(value: number): number {
  return Math.round(value / grid) * grid
}

function tableAt(font: Buffer, name: string): number {
  const count = font.readUInt16BE(4)
  for (let record = 12; record < 12 + count * 16; record += 16)
    if (font.toString('latin1', record, record + 4) === name) return font.readUInt32BE(record + 8)
  throw new Error(`the font has no table ${name}`)
}

/** An outline as commands `M x y`, `L x y`, `Q cx cy x y` and `Z`, with y upwards. */
export interface CharacterOutline {
  advance: number
  outline: string
}

export interface OutlinePoint {
  x: number
  y: number
  isOn: boolean
}

/** The first point of a contour is not repeated. */
export function parseContours(outline: string): OutlinePoint[][] {
  const contours: OutlinePoint[][] = []
  for (const { 1: command = '', 2: numbers = '' } of outline.matchAll(/([MLQZ])([-0-9 ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.trim().split(' ').map(Number)
    const current = contours.at(-1)
    if (command === 'M') contours.push([{ x: a, y: b, isOn: true }])
    else if (command === 'L') current?.push({ x: a, y: b, isOn: true })
    else if (command === 'Q') current?.push({ x: a, y: b, isOn: false }, { x: c, y: d, isOn: true })
  }
  return contours.map(withoutRepeat).filter(({ length }) => length > 1)
}

function withoutRepeat(contour: OutlinePoint[]): OutlinePoint[] {
  const [first, last] = [contour[0], contour.at(-1)]
  const isRepeated = contour.length > 1 && last?.isOn && last.x === first?.x && last.y === first.y
  return isRepeated ? contour.slice(0, -1) : contour
}
