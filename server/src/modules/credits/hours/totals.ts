import type { NewLedgerEntry } from './store.ts'

export interface HoursPerSubject {
  professional: number
  public: number
}

export interface YearTotals {
  year: number
  earned: HoursPerSubject
  reduced: HoursPerSubject
  recorded: HoursPerSubject
}

export function emptyYearTotals(year: number): YearTotals {
  const zero = () => ({ professional: 0, public: 0 })
  return { year, earned: zero(), reduced: zero(), recorded: zero() }
}

export function yearTotalsOf(sums: Pick<NewLedgerEntry, 'year' | 'subject' | 'source' | 'hours'>[]): YearTotals[] {
  const years = new Map<number, YearTotals>()
  for (const { year, subject, source, hours } of sums) {
    const totals = years.get(year) ?? emptyYearTotals(year)
    years.set(year, totals)
    const bucket = hoursBucketOf(subject)
    totals.earned[bucket] += hours
    if (source === 'REDUCTION') totals.reduced[bucket] += hours
    if (source === 'RECORD') totals.recorded[bucket] += hours
  }
  return [...years.values()].sort((a, b) => b.year - a.year)
}

/** Professional and public hours never mix. */
export function hoursBucketOf(subject: string): keyof HoursPerSubject {
  return subject === 'PROFESSIONAL' ? 'professional' : 'public'
}

/** Converts tenths to hours for answers of the API, which contain hours with one decimal. */
export function toHoursPerSubject(tenths: HoursPerSubject): HoursPerSubject {
  return { professional: tenths.professional / 10, public: tenths.public / 10 }
}

/** Missing hours in tenths; surplus of one subject does not fill the other. */
export function missingHoursOf(required: HoursPerSubject, earned: HoursPerSubject): HoursPerSubject {
  return {
    professional: Math.max(0, required.professional - earned.professional),
    public: Math.max(0, required.public - earned.public),
  }
}
