/** thousandths of the em: in the title, the largest text of a proof, hardly a point moves by more than 0.08 points */
const grid = 6

/** Bits of a point's flag (OpenType, glyf): how its step lies in the file, for x and for y. */
const axes = [
  { short: 0x02, same: 0x10 },
  { short: 0x04, same: 0x20 },
]
const repeats = 0x08
/** a short step is one byte without a sign */
const longestShort = 256 - grid

/**
 * Rounds every outline of a TrueType font to a grid too fine to be seen, in place and without changing a length. What is left has
 * fewer different numbers, so that the glyphs of a proof pack a sixth smaller (docs/measurements.md).
 */
export function coarsen(font: Buffer): void {
  const head = tableAt(font, 'head')
  const loca = tableAt(font, 'loca')
  const glyf = tableAt(font, 'glyf')
  const count = font.readUInt16BE(tableAt(font, 'maxp') + 4)
  const wide = font.readInt16BE(head + 50) === 1
  const offsetOf = (glyph: number) =>
    wide ? font.readUInt32BE(loca + glyph * 4) : font.readUInt16BE(loca + glyph * 2) * 2
  for (let glyph = 0; glyph < count; glyph += 1) {
    const from = offsetOf(glyph)
    // nothing to draw, or put together from other glyphs
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

/** Each step goes from where the last one ended to the rounded place of its point: nothing adds up. @returns where the steps end */
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
