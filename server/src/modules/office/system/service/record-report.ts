import type { clientCalls } from '@ce/contract'
import { redactMessage, redactRoute, redactSource, redactStack } from '@ce/contract/redact'
import { vitalBucketBounds, vitalBucketOf, vitalRatingOf } from '@ce/contract/web-vitals'
import type { z } from 'zod'
import { browserReports, countBrowserError } from '../../../../platform/browser-reports.ts'
import { createOncePerOwner, GroupCommit } from '../../../../platform/db/group-commit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { pageErrorFingerprintOf } from '../fingerprint.ts'
import {
  type CountedPageError,
  type CountedPageVisits,
  type StoredPageError,
  upsertPageErrors,
  upsertPageVisits,
} from '../store/browser-reports.ts'

type Input = z.output<(typeof clientCalls)['system']['report']['request']>

interface Report {
  errors: StoredPageError[]
  visits: CountedPageVisits[]
}

/** Milliseconds between two batches of reports. The delay does no harm, because no caller waits for the response. */
const pace = 250
const lines = 60

const groupOf = createOncePerOwner(
  (deps: Deps) =>
    new GroupCommit<Report, null>(
      async (reports) => {
        await upsertPageErrors(deps.db, countErrors(reports.flatMap(({ errors }) => errors)))
        await upsertPageVisits(deps.db, sumVisits(reports.flatMap(({ visits }) => visits)))
        return reports.map(() => ({ result: null }))
      },
      { name: 'browser report', pace },
    ),
)
let turn = 0

/** Removes personal data again and counts repeated faults. @throws Refusal common.busy. */
export async function recordBrowserReport(deps: Deps, input: Input): Promise<null> {
  const report = clean(input)
  for (const { app } of report.errors) countBrowserError(app)
  for (const { name, value } of input.vitals) browserReports.vitals[`${name} ${vitalRatingOf(name, value)}`] += 1
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
    const buckets = vitalBucketBounds[name].map(() => 0).concat(0)
    buckets[vitalBucketOf(name, value)] = 1
    return { app, route, metric: name, buckets }
  })
  const kept = found.filter(({ message }) => message !== '')
  browserReports.emptyErrors += found.length - kept.length
  return { errors: kept, visits }
}

/** The last report of a fault is stored as its sample. */
function countErrors(errors: readonly StoredPageError[]): CountedPageError[] {
  const counted = new Map<string, CountedPageError>()
  for (const error of errors) {
    const fingerprint = pageErrorFingerprintOf(error)
    const count = (counted.get(fingerprint)?.count ?? 0) + 1
    counted.set(fingerprint, { ...error, fingerprint, count })
  }
  return [...counted.values()]
}

function sumVisits(visits: readonly CountedPageVisits[]): CountedPageVisits[] {
  const summed = new Map<string, CountedPageVisits>()
  for (const visit of visits) {
    const key = JSON.stringify([visit.app, visit.route, visit.metric])
    const before = summed.get(key)?.buckets ?? []
    const buckets = visit.buckets.map((count, at) => count + (before[at] ?? 0))
    summed.set(key, { ...visit, buckets })
  }
  return [...summed.values()]
}
