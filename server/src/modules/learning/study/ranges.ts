import { type Interval, unionOfIntervals } from '@ce/contract/intervals'

/** Media ranges in tenths of a second, half open. Normal form: ascending, separate, not empty. */
export type Ranges = Interval[]

export function normalizeRanges(ranges: Ranges): Ranges {
  return isNormal(ranges) ? ranges : unionOfIntervals(ranges)
}

function isNormal(ranges: Ranges): boolean {
  let end = Number.NEGATIVE_INFINITY
  for (const range of ranges) {
    if (range[0] <= end || range[0] >= range[1]) return false
    end = range[1]
  }
  return true
}

/** If one range set is empty, the other one is returned unchanged. */
export function unionRanges(a: Ranges, b: Ranges): Ranges {
  if (b.length === 0) return a
  if (a.length === 0) return b
  return normalizeRanges([...a, ...b])
}

/** Both range sets must be in normal form. */
export function subtractRanges(a: Ranges, b: Ranges): Ranges {
  const result: Ranges = []
  for (const [from, to] of a) {
    let at = from
    for (const [cutFrom, cutTo] of b) {
      if (cutTo <= at) continue
      if (cutFrom >= to) break
      if (cutFrom > at) result.push([at, cutFrom])
      at = cutTo
    }
    if (at < to) result.push([at, to])
  }
  return result
}

/** Returns tenths of a second; `ranges` must be in normal form. */
export function totalLength(ranges: Ranges): number {
  let length = 0
  for (const [from, to] of ranges) length += to - from
  return length
}

/** Formats ranges as PostgreSQL's int4multirange: `{[0,150),[200,210)}`. */
export function formatMultirange(ranges: Ranges): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

export function parseMultirange(text: string): Ranges {
  if (text === '{}') return []
  return text
    .slice(2, -2)
    .split('),[')
    .map((range) => {
      const comma = range.indexOf(',')
      return [Number(range.slice(0, comma)), Number(range.slice(comma + 1))]
    })
}
