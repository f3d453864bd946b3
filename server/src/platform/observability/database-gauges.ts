import { Gauge } from '@prometheus-io/client'
import type pg from 'pg'
import { integrityStatesSql } from '../integrity/states.ts'
import { logWarning } from './log.ts'
import { metricsRegistry } from './metrics.ts'

/** Results are kept this many ms, however often they are scraped. */
const keptMs = 15_000
const statementMs = 2000
const patienceMs = 3000

/** Each part of the query uses an index on open rows or on one day. */
const figuresSql = `
  select 'orders_waiting' as what, payment.channel as name, count(*)::int as count, extract(epoch from app_now() - min(payment.created_at))::float as age
  from payment join orders using (order_no) where payment.status = 'CREATED' and orders.status = 'PENDING' group by payment.channel
  union all
  select 'refunds_open', status, count(*)::int, extract(epoch from app_now() - min(created_at))::float
  from refund where status <> 'DONE' group by status
  union all
  select 'outbox_waiting', channel, count(*)::int, extract(epoch from app_now() - min(queued_at))::float
  from message_delivery where state = 'WAITING' group by channel
  union all
  select 'outbox_failed', channel, count(*)::int, null
  from message_delivery where state = 'FAILED' and queued_at > (select app_now()) - interval '1 day' group by channel
  union all
  select 'money_differences', 'OPEN', count(*)::int, extract(epoch from app_now() - min(found_at))::float from money_difference where state = 'OPEN'
  union all
  select 'imports', 'question', count(*)::int, extract(epoch from app_now() - min(touched_at))::float from question_import where state = 'READING'
  union all
  select 'imports', 'roster', count(*)::int, extract(epoch from app_now() - min(touched_at))::float from roster_import where state in ('READING', 'WRITING')
  union all
  select 'imports', 'poster', count(*)::int, extract(epoch from app_now() - min(touched_at))::float from poster_import where state = 'RUNNING'
  union all
  select 'proofs_held', 'HELD', count(*)::int, null from proof where held
  union all
  select 'integrity_faults', name, fault_count::int, age_seconds from (${integrityStatesSql}) as integrity
  union all
  select 'schema', max(name), 1, null from migration`

interface Figure {
  what: keyof typeof shown
  name: string | null
  count: number
  age: number | null
}

const shown = {
  orders_waiting: {
    label: 'channel',
    count: gauge('portal_orders_waiting', 'Orders to pay whose channel has an open payment', 'channel'),
    age: gauge('portal_orders_waiting_oldest_seconds', 'Age of the oldest of them', 'channel'),
  },
  refunds_open: {
    label: 'state',
    count: gauge('portal_refunds_open', 'Refunds that are not done', 'state'),
    age: gauge('portal_refunds_open_oldest_seconds', 'Age of the oldest of them', 'state'),
  },
  outbox_waiting: {
    label: 'channel',
    count: gauge('portal_outbox_waiting', 'Messages that wait to be sent', 'channel'),
    age: gauge('portal_outbox_oldest_seconds', 'Age of the oldest of them', 'channel'),
  },
  outbox_failed: {
    label: 'channel',
    count: gauge('portal_outbox_failed', 'Messages of the last day that were given up', 'channel'),
  },
  money_differences: {
    count: gauge('portal_money_differences_open', 'Differences from the bills that nobody has settled'),
    age: gauge('portal_money_differences_oldest_seconds', 'Age of the oldest of them'),
  },
  imports: {
    label: 'kind',
    count: gauge('portal_imports_running', 'Imports that are being read or written', 'kind'),
    age: gauge('portal_imports_idle_seconds', 'Time since the slowest of them moved', 'kind'),
  },
  proofs_held: {
    count: gauge('portal_proofs_held', 'Proofs that staff have revoked and not let be issued again'),
  },
  integrity_faults: {
    label: 'check',
    count: gauge('portal_integrity_faults', 'Faults that the checks of the stored data found', 'check'),
    age: gauge(
      'portal_integrity_age_seconds',
      'Time since a check last went through all of its data, or could have begun to',
      'check',
    ),
  },
  schema: {
    label: 'migration',
    count: gauge('portal_schema_info', 'The newest migration of the database; always 1', 'migration'),
  },
} as const satisfies Record<string, { label?: string; count: Gauge<string>; age?: Gauge<string> }>

const answered = gauge('portal_database_gauges_up', 'Whether the database told the figures that are read from it')

let source: (() => Promise<Figure[]>) | null = null

/** Pass a pool on which no learner waits. */
export function setGaugePool(pool: pg.Pool): void {
  source = keptFor(keptMs, () => readFigures(pool))
}

/** Never throws; a silent database is only logged. */
export async function updateDatabaseGauges(): Promise<void> {
  let figures: Figure[] = []
  try {
    figures = (await source?.()) ?? []
  } catch (error) {
    // Error messages of the pool and of this query contain no values.
    logWarning(`the figures of the database could not be read: ${(error as Error).message}`)
  }
  for (const { count, age } of Object.values<{ count: Gauge<string>; age?: Gauge<string> }>(shown)) {
    count.reset()
    age?.reset()
  }
  for (const figure of figures) show(figure)
  answered.set(figures.length > 0 ? 1 : 0)
}

function show({ what, name, count, age }: Figure): void {
  const {
    label,
    count: counted,
    age: oldest,
  }: { label?: string; count: Gauge<string>; age?: Gauge<string> } = shown[what]
  const labels = label && name ? { [label]: name } : {}
  counted.set(labels, count)
  if (oldest) oldest.set(labels, Math.max(0, age ?? 0))
}

async function readFigures(pool: pg.Pool): Promise<Figure[]> {
  const client = await within(patienceMs, pool.connect(), (late) => late.release())
  try {
    const figures = await within(patienceMs, askFigures(client), () => {})
    client.release()
    return figures
  } catch (error) {
    // The connection may be in any state, so it is closed.
    client.release(true)
    throw error
  }
}

async function askFigures(client: pg.PoolClient): Promise<Figure[]> {
  await client.query('begin read only')
  await client.query(`set local statement_timeout = ${statementMs}`)
  const { rows } = await client.query<Figure>(figuresSql)
  await client.query('commit')
  return rows
}

async function within<Result>(ms: number, work: Promise<Result>, late: (result: Result) => void): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  let over = false
  const timer = setTimeout(() => {
    over = true
    reject(new Error('no answer in time'))
  }, ms)
  void work.then((result) => over && late(result)).catch(() => {})
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Callers share the cached result or failure. */
function keptFor<Result>(ms: number, ask: () => Promise<Result>): () => Promise<Result> {
  let kept: { at: number; answer: Promise<Result> } | null = null
  return () => {
    if (!kept || performance.now() - kept.at >= ms) {
      kept = { at: performance.now(), answer: ask() }
      kept.answer.catch(() => {})
    }
    return kept.answer
  }
}

function gauge(name: string, help: string, ...labelNames: string[]): Gauge<string> {
  return new Gauge({ name, help, labelNames, registers: [metricsRegistry] })
}
