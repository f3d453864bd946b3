import { graceDs } from './clock.ts'

/** Credited study: `needs` of it was watched at some time between `from` and `until`; tenths of a second since 1970. */
export interface Work {
  from: number
  until: number
  needs: number
}

/**
 * How much of it one person cannot have watched one after the other, tenths of a second. What must be over first comes first,
 * interrupted by whatever must be over sooner: no order places more of it.
 */
export function unplaced(works: readonly Work[]): number {
  const coming = works.filter(({ needs }) => needs > 0).toSorted((a, b) => b.from - a.from)
  /** begun or ready, what must be over first at the end */
  const open: Work[] = []
  let now = Number.NEGATIVE_INFINITY
  let lost = 0
  while (coming.length > 0 || open.length > 0) {
    if (open.length === 0) now = Math.max(now, coming.at(-1)?.from ?? now)
    while ((coming.at(-1)?.from ?? Number.POSITIVE_INFINITY) <= now) {
      const work = coming.pop()
      if (work) insert(open, { ...work })
    }
    const first = open.at(-1)
    if (!first) continue
    const time = Math.min(
      first.needs,
      Math.max(0, first.until - now),
      (coming.at(-1)?.from ?? Number.POSITIVE_INFINITY) - now,
    )
    first.needs -= time
    now += time
    if (first.needs === 0 || first.until <= now) {
      lost += first.needs
      open.pop()
    }
  }
  return lost
}

function insert(open: Work[], work: Work): void {
  let low = 0
  let high = open.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((open[middle]?.until ?? 0) > work.until) low = middle + 1
    else high = middle
  }
  open.splice(low, 0, work)
}

export interface CourseWork {
  id: string
  works: Work[]
}

/**
 * Which courses of an account cannot be added to what another was credited, for one person has one clock (decision 010). Each account's
 * own grace aside; courses are tried in the order given.
 * @returns what is too much in all, tenths of a second, and the courses that have to begin anew
 */
export function tooMuch(kept: readonly Work[], courses: readonly CourseWork[]) {
  const most = unplaced(kept) + graceDs
  const all = unplaced([...kept, ...courses.flatMap(({ works }) => works)])
  const restarts: string[] = []
  if (all <= most) return { ds: 0, restarts }
  let fits = [...kept]
  for (const { id, works } of courses) {
    const more = [...fits, ...works]
    if (unplaced(more) > most) restarts.push(id)
    else fits = more
  }
  return { ds: all, restarts }
}
