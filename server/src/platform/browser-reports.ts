import { type Rating, ratings, type VitalName, vitalNames } from '@ce/contract/web-vitals'

/** What this process has taken of browsers' reports since it started. For whoever publishes figures; nothing here is stored. */
export const browserReports = {
  /** faults by front end */
  errors: new Map<string, number>(),
  /** faults that had nothing left to say once people were taken out of them */
  emptyErrors: 0,
  /** reports that could not be written */
  lost: 0,
  /** visits by measure and rating */
  vitals: noVisits(),
}

export function countBrowserError(app: string): void {
  browserReports.errors.set(app, (browserReports.errors.get(app) ?? 0) + 1)
}

function noVisits() {
  const visits = vitalNames.flatMap((name) => ratings.map((rating) => [`${name} ${rating}`, 0]))
  return asVisits(Object.fromEntries(visits))
}

/** Made of every measure and rating above. */
function asVisits(counts: Record<string, number>): Record<`${VitalName} ${Rating}`, number> {
  return counts
}
