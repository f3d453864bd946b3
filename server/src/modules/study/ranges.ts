import { joined, type Stretch } from '@ce/contract/stretches'

/** Stretches of media, tenths of a second, half open; normal: ascending, apart, none empty. */
export type Ranges = Stretch[]

/** Any stretches in normal form. */
export function normal(ranges: Ranges): Ranges {
  return isNormal(ranges) ? ranges : joined(ranges)
}

function isNormal(ranges: Ranges): boolean {
  let end = Number.NEGATIVE_INFINITY
  for (const range of ranges) {
    if (range[0] <= end || range[0] >= range[1]) return false
    end = range[1]
  }
  return true
}

/** Normal whenever there is something to join; of an empty one the other comes back as it is. */
export function union(a: Ranges, b: Ranges): Ranges {
  if (b.length === 0) return a
  if (a.length === 0) return b
  return normal([...a, ...b])
}

/** What is in `a` and not in `b`; both normal. */
export function without(a: Ranges, b: Ranges): Ranges {
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

/** Tenths of a second; what overlaps would count twice, so of normal ranges. */
export function lengthOf(ranges: Ranges): number {
  let length = 0
  for (const [from, to] of ranges) length += to - from
  return length
}

/** As PostgreSQL writes an int4multirange: `{[0,150),[200,210)}`. */
export function toText(ranges: Ranges): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

/** The way back of toText, of what PostgreSQL wrote. */
export function fromText(text: string): Ranges {
  if (text === '{}') return []
  return text
    .slice(2, -2)
    .split('),[')
    .map((range) => {
      const comma = range.indexOf(',')
      return [Number(range.slice(0, comma)), Number(range.slice(comma + 1))]
    })
}
