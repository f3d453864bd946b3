export interface Group {
  kind: 'NAMED' | 'OTHER' | 'UNKNOWN'
  name: string
  signed: number
  paid: number
  proven: number
}

/** fewer people than this could be told apart */
export const smallest = 5
/** groups that a table shows by name */
const most = 50

/**
 * Groups of people, the largest first; those of fewer than five become 其他 together. Were 其他 itself as small, the next smallest group
 * joins it: taking the rest from the total would otherwise show it. Nothing is lost: the sums stay.
 */
export function foldSmall(groups: readonly Group[]): Group[] {
  const sorted = [...groups].sort((a, b) => b.signed - a.signed || a.name.localeCompare(b.name))
  let shown = sorted.findIndex(({ signed }) => signed < smallest)
  if (shown < 0) shown = sorted.length
  shown = Math.min(shown, most)
  const size = (from: number) => sumOf(sorted.slice(from), 'signed')
  while (shown > 0 && shown < sorted.length && size(shown) < smallest) shown -= 1
  const rest = sorted.slice(shown)
  if (rest.length === 0) return sorted
  const other: Group = {
    ...{ kind: 'OTHER', name: '其他' },
    signed: sumOf(rest, 'signed'),
    paid: sumOf(rest, 'paid'),
    proven: sumOf(rest, 'proven'),
  }
  return [...sorted.slice(0, shown), other]
}

function sumOf(groups: readonly Group[], key: 'signed' | 'paid' | 'proven'): number {
  return groups.reduce((sum, group) => sum + group[key], 0)
}
