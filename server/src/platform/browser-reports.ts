import { type VitalName, type VitalRating, vitalNames, vitalRatings } from '@ce/contract/web-vitals'

export const browserReports = {
  errors: new Map<string, number>(),
  /** Number of errors whose text was empty after personal data was removed. */
  emptyErrors: 0,
  lost: 0,
  vitals: noVisits(),
}

export function countBrowserError(app: string): void {
  browserReports.errors.set(app, (browserReports.errors.get(app) ?? 0) + 1)
}

function noVisits() {
  const visits = vitalNames.flatMap((name) => vitalRatings.map((rating) => [`${name} ${rating}`, 0]))
  return asVisits(Object.fromEntries(visits))
}

/** The object has a key for every measure and rating. */
function asVisits(counts: Record<string, number>): Record<`${VitalName} ${VitalRating}`, number> {
  return counts
}
