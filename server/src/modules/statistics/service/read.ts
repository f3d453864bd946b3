import { yearFigures } from '@ce/contract'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { findKept, listWanted, listYears, setWanted } from '../store.ts'
import { type Figures, workOut } from './work-out.ts'

export interface Wish {
  year?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** what took no longer is worked out again while its reader waits */
const shortMs = 1000

/** The figures of a year, as of when, and whether newer ones are being worked out (decision 022). */
export async function readYear(deps: Deps, { year: asked, from, to }: Wish) {
  const { years, trials, latest } = await listYears(deps.db)
  const year = asked ?? latest
  const { asOf, figures, renewing } = (await kept(deps, year)) ?? {
    ...(await workOut(deps.db, year)),
    renewing: false,
  }
  return {
    year,
    trial: trials.includes(year),
    years,
    asOf,
    renewing,
    figures: { ...figures, days: between(figures.days, from, to) },
  }
}

async function kept({ db, settings }: Deps, year: number) {
  const row = await findKept(db, year, await settings.get('statistics.freshTimes'))
  // of an older version of the program: worked out anew
  const figures = row && yearFigures.safeParse(row.figures)
  if (!row || !figures?.success) return null
  if (row.old && row.tookMs <= shortMs) return null
  if (row.old) await setWanted(db, year)
  return { asOf: row.asOf, figures: figures.data, renewing: row.old }
}

/** What somebody saw old, one year after the other. */
export async function renewWanted({ db }: Deps, stopping?: AbortSignal): Promise<void> {
  const job = 'statistics.renew'
  await sweepEach(db, {
    job,
    items: await listWanted(db, job),
    subjectOf: String,
    work: (year) => workOut(db, year),
    goesOn: goesOnUntil(stopping),
  })
}

function between(days: Figures['days'], from = '', to = '9999'): Figures['days'] {
  return days.filter(({ day }) => day >= from && day <= to)
}
