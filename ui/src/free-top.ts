/** Where something lies, in pixels of the window. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** pixels kept between a notice and what it makes way for */
const gap = 8

/**
 * How high a notice can stand without lying upon any of these boxes: where it is, else below what is in its way.
 * @param floor nothing may stand lower; null: there is no such height
 */
export function freeTop(own: Box, boxes: readonly Box[], floor: number): number | null {
  const height = own.bottom - own.top
  const inTheWay = boxes
    .filter((box) => box.left < own.right && box.right > own.left)
    .sort((one, other) => one.top - other.top)
  let top = own.top
  for (const box of inTheWay) if (box.top < top + height && box.bottom > top) top = box.bottom + gap
  return top + height <= floor ? top : null
}

/**
 * Where a notice goes: it stays where it is when it can, else as high as it can; what is wished first is given up first.
 * @param now where it stands
 * @param own where it would stand by itself
 * @param wishes what it should not cover, the whole wish first
 */
export function placeFor(now: Box, own: Box, wishes: readonly (readonly Box[])[], floor: number) {
  for (const boxes of wishes) {
    const free = freeTop(now, boxes, floor) ?? freeTop(own, boxes, floor)
    if (free !== null) return free
  }
  return own.top
}
