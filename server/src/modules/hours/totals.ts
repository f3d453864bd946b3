import type { NewEntry } from './store.ts'

/** Tenths of an hour in each bucket. */
export interface PerSubject {
  professional: number
  public: number
}

export interface YearTotals {
  year: number
  /** everything, reversals taken off */
  earned: PerSubject
  /** of it by reduction, by record */
  reduced: PerSubject
  recorded: PerSubject
}

/** A year in which nothing was earned; tenths of an hour. */
export function emptyTotals(year: number): YearTotals {
  const zero = () => ({ professional: 0, public: 0 })
  return { year, earned: zero(), reduced: zero(), recorded: zero() }
}

/** Adds up sums by year, subject and source; newest year first. */
export function totalsOf(
  sums: Pick<NewEntry, 'year' | 'subject' | 'source' | 'hours'>[],
): YearTotals[] {
  const years = new Map<number, YearTotals>()
  for (const { year, subject, source, hours } of sums) {
    const totals = years.get(year) ?? emptyTotals(year)
    years.set(year, totals)
    const bucket = bucketOf(subject)
    totals.earned[bucket] += hours
    if (source === 'REDUCTION') totals.reduced[bucket] += hours
    if (source === 'RECORD') totals.recorded[bucket] += hours
  }
  return [...years.values()].sort((a, b) => b.year - a.year)
}

/** Which of the two buckets a subject fills; they never mix (product §1). */
export function bucketOf(subject: string): keyof PerSubject {
  return subject === 'PROFESSIONAL' ? 'professional' : 'public'
}

/** Tenths → hours with one decimal, as the wire has them. */
export function asHours(tenths: PerSubject): PerSubject {
  return { professional: tenths.professional / 10, public: tenths.public / 10 }
}

/** What a year still asks, in tenths: surplus in one subject fills nothing of the other (product §2). */
export function missingOf(required: PerSubject, earned: PerSubject): PerSubject {
  return {
    professional: Math.max(0, required.professional - earned.professional),
    public: Math.max(0, required.public - earned.public),
  }
}
