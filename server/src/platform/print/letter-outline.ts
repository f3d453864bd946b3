/** Units of an em in which outlines are kept. */
export const unitsPerEm = 1000

/** How a letter is drawn: lines and curves in `unitsPerEm`, y upwards, as `M x y`, `L x y`, `Q cx cy x y` and `Z`. */
export interface LetterOutline {
  advance: number
  outline: string
}

/** A point of a TrueType outline; one that is not on the line bends it. */
export interface OutlinePoint {
  x: number
  y: number
  isOn: boolean
}

/** The closed lines of an outline, each without its first point again at its end. */
export function contoursOf(outline: string): OutlinePoint[][] {
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
