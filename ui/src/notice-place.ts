/** Where something lies, in pixels of the window. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** What a notice should not cover; the heavier, the less. */
export interface Covered {
  box: Box
  weight: number
}

/** pixels kept between a notice and what it stands below or above */
const gap = 8

/**
 * How high a notice stands so that it covers the least: where it is when no other height is better, else as high as it can.
 * @param now where it stands
 * @param own where it would stand by itself
 * @param floor nothing may stand lower
 */
export function noticeTop(now: Box, own: Box, covered: readonly Covered[], floor: number): number {
  const height = own.bottom - own.top
  const beside = covered.filter(({ box }) => box.left < own.right && box.right > own.left)
  const weightAt = (top: number) =>
    beside
      .filter(({ box }) => box.top < top + height && box.bottom > top)
      .reduce((sum, { weight }) => sum + weight, 0)
  const edges = beside.flatMap(({ box }) => [box.bottom + gap, box.top - gap - height])
  const heights = [...edges, floor - gap - height]
    .filter((top) => top >= own.top && top + height <= floor)
    .sort((one, other) => one - other)
  let best = now.top
  for (const top of [own.top, ...heights]) if (weightAt(top) < weightAt(best)) best = top
  return best
}
