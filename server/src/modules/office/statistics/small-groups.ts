export interface PeopleGroup {
  kind: 'NAMED' | 'OTHER' | 'UNKNOWN'
  name: string
  signed: number
  paid: number
  proven: number
}

/** Groups smaller than this could identify people. */
export const minGroupSize = 5
const most = 50

/**
 * Groups of fewer than five people are added up as 其他. If 其他 has fewer than five people, the next smallest group joins
 * it, because its size could be worked out from the total. Sums are unchanged.
 */
export function foldSmallGroups(groups: readonly PeopleGroup[]): PeopleGroup[] {
  const sorted = [...groups].sort((a, b) => b.signed - a.signed || a.name.localeCompare(b.name))
  let shown = sorted.findIndex(({ signed }) => signed < minGroupSize)
  if (shown < 0) shown = sorted.length
  shown = Math.min(shown, most)
  const size = (from: number) => sumOf(sorted.slice(from), 'signed')
  while (shown > 0 && shown < sorted.length && size(shown) < minGroupSize) shown -= 1
  const rest = sorted.slice(shown)
  if (rest.length === 0) return sorted
  const other: PeopleGroup = {
    ...{ kind: 'OTHER', name: '其他' },
    signed: sumOf(rest, 'signed'),
    paid: sumOf(rest, 'paid'),
    proven: sumOf(rest, 'proven'),
  }
  return [...sorted.slice(0, shown), other]
}

function sumOf(groups: readonly PeopleGroup[], key: 'signed' | 'paid' | 'proven'): number {
  return groups.reduce((sum, group) => sum + group[key], 0)
}
