import { yearFigures } from '@ce/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { appNow, inSnapshot, type Tx } from '../../../../platform/db/database.ts'
import { readFromReplica } from '../../../../platform/db/replicas.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { foldSmallGroups } from '../small-groups.ts'
import {
  computeYearTotals,
  countByDay,
  countReductionsByType,
  countSignsAndCourses,
  findYearFigures,
  listRequestedYears,
  listStatisticsYears,
  requestYearFigures,
  type SignFigures,
  saveYearFigures,
  sumHoursBySource,
} from '../store.ts'

const atWork = new Map<number, Promise<{ asOf: Date; figures: YearStatisticsFigures }>>()

export interface YearStatisticsRequest {
  year?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * If the last computation took at most this many milliseconds, the reader waits for a new one instead of seeing old
 * figures.
 */
const shortMs = 1000

/** The result says when the figures were computed and whether newer ones are being computed (decision 022). */
export async function readYearStatistics(deps: Deps, { year: asked, from, to }: YearStatisticsRequest) {
  const { years, trials, latest } = await listStatisticsYears(deps.db)
  const year = asked ?? latest
  const { asOf, figures, renewing } = (await kept(deps, year)) ?? {
    ...(await computeYearFigures(deps, year)),
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
  const row = await findYearFigures(db, year, await settings.get('statistics.freshTimes'))
  // Figures stored by an older version do not match the schema, so they are computed again.
  const figures = row && yearFigures.safeParse(row.figures)
  if (!row || !figures?.success) return null
  if (row.old && row.tookMs <= shortMs) return null
  if (row.old) await requestYearFigures(db, year)
  return { asOf: row.asOf, figures: figures.data, renewing: row.old }
}

/** Computes, one after another, the years whose outdated figures were read. */
export async function recomputeRequestedYears(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps
  const job = 'statistics.renew'
  await sweepItemsOneByOne(db, {
    job,
    items: await listRequestedYears(db, job),
    subjectOf: String,
    work: (year) => computeYearFigures(deps, year),
    goesOn: continueUntilStopped(stopping),
  })
}

function between(days: YearStatisticsFigures['days'], from = '', to = '9999'): YearStatisticsFigures['days'] {
  return days.filter(({ day }) => day >= from && day <= to)
}

export type YearStatisticsFigures = z.input<typeof yearFigures>

/** Concurrent callers share one computation. */
function computeYearFigures(deps: Deps, year: number): Promise<{ asOf: Date; figures: YearStatisticsFigures }> {
  const running = atWork.get(year)
  if (running) return running
  const mine = workOutNow(deps, year).finally(() => atWork.delete(year))
  atWork.set(year, mine)
  return mine
}

async function workOutNow(deps: Deps, year: number) {
  const began = performance.now()
  // All figures come from one snapshot, so that they agree.
  const found = await readFromReplica(deps, (db) =>
    inSnapshot(db, async (tx) => {
      // Sorts courses of 100 000 students in memory instead of on disk.
      await sql`set local work_mem = '64MB'`.execute(tx)
      return { asOf: await appNow(tx), figures: await figuresOf(tx, year) }
    }),
  )
  await saveYearFigures(deps.db, { year, ...found, tookMs: Math.round(performance.now() - began) })
  return found
}

async function figuresOf(tx: Tx, year: number): Promise<YearStatisticsFigures> {
  const { signs, courses } = await countSignsAndCourses(tx, year)
  const all = signs.find(({ by }) => by === 'ALL')
  const { people, orders, paid, refunded, valid, revoked } = await computeYearTotals(tx, year)
  const reductions = await countReductionsByType(tx, year)
  const hours = await sumHoursBySource(tx, year)
  return {
    people,
    funnel: [
      { step: 'SIGNED', count: all?.signed ?? 0 },
      { step: 'PAID', count: all?.paid ?? 0 },
      { step: 'LEARNED', count: all?.learned ?? 0 },
      { step: 'PASSED', count: all?.passed ?? 0 },
      { step: 'PROVEN', count: all?.proven ?? 0 },
    ],
    completion: {
      professional: all?.professional ?? 0,
      public: all?.public ?? 0,
      both: all?.both ?? 0,
    },
    money: { orders, paid, refunded, kept: paid - refunded },
    proofs: { valid, revoked },
    days: await countByDay(tx, year),
    cities: groupsOf(signs, 'CITY'),
    employers: groupsOf(signs, 'EMPLOYER'),
    courses,
    reductions: reductions.map((row) => ({ ...row, hours: row.hours / 10 })),
    hours: hours.map((row) => ({
      ...row,
      professional: row.professional / 10,
      public: row.public / 10,
    })),
  }
}

function groupsOf(signs: SignFigures[], which: SignFigures['by']) {
  return foldSmallGroups(
    signs
      .filter(({ by }) => by === which)
      .map(({ name, signed, paid, proven }) => ({
        kind: name === null ? ('UNKNOWN' as const) : ('NAMED' as const),
        name: name ?? '未填写',
        signed,
        paid,
        proven,
      })),
  )
}
