import type { clientCalls } from '@ce/contract'
import { redactMessage, redactRoute, redactSource, redactStack } from '@ce/contract/redact'
import { bucketOf, ratingOf, vitalBounds } from '@ce/contract/web-vitals'
import type { z } from 'zod'
import { browserReports, countBrowserError } from '../../../platform/browser-reports.ts'
import { GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { type CountedError, type PageError, upsertErrors } from '../store/client-errors.ts'
import { type CountedVisits, upsertVisits } from '../store/web-vitals.ts'

type Input = z.output<(typeof clientCalls)['system']['report']['request']>

/** What is left of a report once nothing in it can belong to a person. */
interface Report {
  errors: PageError[]
  visits: CountedVisits[]
}

/** ms between two batches: nobody waits for the answer, and a fault that everybody meets is one row */
const pace = 250
/** owners that reports are dealt out to, so that none of them has a long line */
const lines = 60

const groups = new WeakMap<Deps, GroupCommit<Report, null>>()
let turn = 0

/**
 * Takes what a page says of its own faults and pace, from anybody. What may belong to a person is taken out again, whatever the page did;
 * the same fault is counted, not kept twice.
 * @throws Refusal common.busy
 */
export async function takeReport(deps: Deps, input: Input): Promise<null> {
  const report = clean(input)
  for (const { app } of report.errors) countBrowserError(app)
  for (const { name, value } of input.vitals)
    browserReports.vitals[`${name} ${ratingOf(name, value)}`] += 1
  if (report.errors.length === 0 && report.visits.length === 0) return null
  turn = (turn + 1) % lines
  try {
    return await groupOf(deps).submit(`${turn}`, report)
  } catch (error) {
    browserReports.lost += 1
    throw error
  }
}

function clean({ app, browser, build, errors, vitals, ...input }: Input): Report {
  const route = redactRoute(input.route)
  const found = errors.map(({ kind, message, source, line, column, stack }) => ({
    ...{ app, kind, route, browser, build, line, col: column },
    message: redactMessage(message),
    source: redactSource(source),
    stack: redactStack(stack),
  }))
  const visits = vitals.map(({ name, value }) => {
    const buckets = vitalBounds[name].map(() => 0).concat(0)
    buckets[bucketOf(name, value)] = 1
    return { app, route, metric: name, buckets }
  })
  const kept = found.filter(({ message }) => message !== '')
  browserReports.emptyErrors += found.length - kept.length
  return { errors: kept, visits }
}

function groupOf(deps: Deps): GroupCommit<Report, null> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit(
      async (reports) => {
        await upsertErrors(deps.db, countErrors(reports.flatMap(({ errors }) => errors)))
        await upsertVisits(deps.db, sumVisits(reports.flatMap(({ visits }) => visits)))
        return reports.map(() => ({ result: null }))
      },
      { name: 'browser report', pace },
    )
    groups.set(deps, group)
  }
  return group
}

/** One of each; the last one's sample. */
function countErrors(errors: readonly PageError[]): CountedError[] {
  const counted = new Map<string, CountedError>()
  for (const error of errors) {
    const fingerprint = fingerprintOf(error)
    const count = (counted.get(fingerprint)?.count ?? 0) + 1
    counted.set(fingerprint, { ...error, fingerprint, count })
  }
  return [...counted.values()]
}

function sumVisits(visits: readonly CountedVisits[]): CountedVisits[] {
  const summed = new Map<string, CountedVisits>()
  for (const visit of visits) {
    const key = JSON.stringify([visit.app, visit.route, visit.metric])
    const before = summed.get(key)?.buckets ?? []
    const buckets = visit.buckets.map((count, at) => count + (before[at] ?? 0))
    summed.set(key, { ...visit, buckets })
  }
  return [...summed.values()]
}
