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
