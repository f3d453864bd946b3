export interface WindowBox {
  left: number
  right: number
  top: number
  bottom: number
}

/** Content with a weight: notices should cover heavy content less. */
export interface WeightedBox {
  box: WindowBox
  weight: number
}

/** Pixels between a notice and its neighbours. */
const gap = 8

/**
 * Computes the place where a notice covers least. If no place is better than the current one, it stays there.
 * @param now current place
 * @param own default place
 * @param floor lowest place
 */
export function noticeOffset(now: WindowBox, own: WindowBox, covered: readonly WeightedBox[], floor: number): number {
  const height = own.bottom - own.top
  const beside = covered.filter(({ box }) => box.left < own.right && box.right > own.left)
  const weightAt = (top: number) =>
    beside.filter(({ box }) => box.top < top + height && box.bottom > top).reduce((sum, { weight }) => sum + weight, 0)
  const edges = beside.flatMap(({ box }) => [box.bottom + gap, box.top - gap - height])
  const heights = [...edges, floor - gap - height]
    .filter((top) => top >= own.top && top + height <= floor)
    .sort((one, other) => one - other)
  let best = now.top
  for (const top of [own.top, ...heights]) if (weightAt(top) < weightAt(best)) best = top
  return best
}
