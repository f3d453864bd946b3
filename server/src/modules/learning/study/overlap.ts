import { graceTenths } from './clock.ts'

/** `needs` tenths were watched between `from` and `until`, in tenths of a second since 1970. */
export interface CreditedWork {
  from: number
  until: number
  needs: number
}

/**
 * Returns how many tenths of a second fit into no schedule. Work with the earliest deadline is done first and may be
 * interrupted, which is the best schedule.
 */
export function unschedulableTenths(works: readonly CreditedWork[]): number {
  const coming = works.filter(({ needs }) => needs > 0).toSorted((a, b) => b.from - a.from)
  const open: CreditedWork[] = []
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

function insert(open: CreditedWork[], work: CreditedWork): void {
  let low = 0
  let high = open.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((open[middle]?.until ?? 0) > work.until) low = middle + 1
    else high = middle
  }
  open.splice(low, 0, work)
}

export interface CourseCredit {
  id: string
  works: CreditedWork[]
}

/**
 * Finds credit of two accounts that one person cannot have earned, because nobody can study twice at once (decision
 * 010).
 * @returns the excess in tenths of a second and the courses that must restart
 */
export function findOverlappingCredit(kept: readonly CreditedWork[], courses: readonly CourseCredit[]) {
  const most = unschedulableTenths(kept) + graceTenths
  const all = unschedulableTenths([...kept, ...courses.flatMap(({ works }) => works)])
  const restarts: string[] = []
  if (all <= most) return { ds: 0, restarts }
  let fits = [...kept]
  for (const { id, works } of courses) {
    const more = [...fits, ...works]
    if (unschedulableTenths(more) > most) restarts.push(id)
    else fits = more
  }
  return { ds: all, restarts }
}
