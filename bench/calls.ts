import { loadavg } from 'node:os'
import {
  type AnyCallDefinition,
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'
import { openApiDocument, type RequestField, requestFields, toQueryString } from '@ce/contract/openapi'
import { paperOf50Questions } from './harness/exams.ts'
import { createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'
import { buildRequestValues, type KnownIds } from './harness/request-values.ts'

const mostMs = 1000
const people = Number(process.env.BENCH_PEOPLE ?? 2000)
/** Every call is sent once per number in this list, each time with ids of other rows. */
const places = [0, 1, 2, 3]

/** Calls that may take longer than a second, each with its reason. Their times are printed. */
const exceptions: readonly [why: string, is: (call: AnyCallDefinition, fields: RequestField[]) => boolean][] = [
  ['upload', ({ body }) => body !== undefined],
  ['export', ({ path }) => /export|print/.test(path)],
  [
    'argon2id',
    ({ path, method }, fields) =>
      fields.some(({ name }) => /password/i.test(name)) ||
      (method === 'POST' && /(staff|organisation)\/v1\/(create|reset)|\/(reset_|renew_)password/.test(path)),
  ],
]

interface Measured {
  name: string
  exception: string | null
  ms: number
  status: number
  done: number
  asked: number
}

/**
 * Sends every call with generated requests. Fails when one takes over a second, except exceptions such as uploads,
 * exports and password hashing.
 */
export async function measureCalls(): Promise<void> {
  const portal = await startBenchPortal({ seed: true })
  try {
    await createBenchStudents(portal.deps, people, paperOf50Questions)
    await portal.deps.pool.query('analyze')
    const ids = await knownIds(portal)
    const measured: Measured[] = []
    // Reading calls come first, because a writing call may close an account that they need.
    for (const method of ['GET', 'POST'])
      for (const audience of await audiences(portal))
        for (const call of audience.calls.filter((one) => one.method === method))
          measured.push(await measure(portal, audience, call, ids))
    report(measured)
  } finally {
    await portal.close()
  }
}

interface Audience {
  base: string
  calls: AnyCallDefinition[]
  token: () => Promise<string>
}

async function audiences({ deps }: BenchPortal): Promise<Audience[]> {
  const { db, pool } = deps
  const one = async (sql: string) => {
    const { rows } = await pool.query<{ id: string }>(sql)
    if (!rows[0]) throw new Error(`nobody: ${sql}`)
    return rows[0].id
  }
  const student = await one(`select id from student where phone = '13800000002'`)
  const staff = await one(`select id from staff where username = 'admin'`)
  const employer = await one('select id from organisation order by created_at limit 1')
  const all = (modules: Record<string, Record<string, AnyCallDefinition>>) =>
    Object.values(modules).flatMap((module) => Object.values(module))
  return [
    {
      ...{ base: clientBase, calls: all(clientCalls) },
      token: () => deps.sessions.issue(db, student),
    },
    {
      ...{ base: staffBase, calls: all(staffCalls) },
      token: () => deps.staffSessions.issue(db, staff),
    },
    {
      ...{ base: employerBase, calls: all(employerCalls) },
      token: () => deps.organisationSessions.issue(db, employer),
    },
  ]
}

async function knownIds({ deps: { pool } }: BenchPortal): Promise<KnownIds> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const some = await pool.query<{ id: string }>(`select id from "${name}" order by id limit 20`)
      return [name, some.rows.map(({ id }) => id)] as const
    }),
  )
  return new Map(found.filter(([, some]) => some.length > 0))
}

const document = openApiDocument()

async function measure(
  { origin }: BenchPortal,
  { base, token }: Audience,
  call: AnyCallDefinition,
  ids: KnownIds,
): Promise<Measured> {
  const { method, path } = call
  const fields = requestFields(document, base, call)
  const exception = exceptions.find(([, is]) => is(call, fields))?.[0] ?? null
  const module = path.split('/')[1] ?? ''
  const measured = {
    name: `${method} ${base}${path}`,
    exception,
    ms: 0,
    status: 0,
    done: 0,
    asked: 0,
  }
  for (const place of places) {
    const body = buildRequestValues(fields, { ids, module, place, all: place % 2 === 0 })
    const address = `${origin}${base}${path.replace(':channel', 'DEMO')}`
    const headers = { authorization: await token(), 'content-type': 'application/json' }
    const began = performance.now()
    const response = await (method === 'GET'
      ? fetch(`${address}?${toQueryString(body)}`, { headers })
      : fetch(address, { method, headers, body: JSON.stringify(body) }))
    const text = await response.text()
    measured.ms = Math.max(measured.ms, performance.now() - began)
    measured.status = Math.max(measured.status, response.status)
    measured.asked += 1
    if (text.startsWith('{"code":1,')) measured.done += 1
  }
  return measured
}

function report(all: Measured[]): void {
  const slowest = all.toSorted((a, b) => b.ms - a.ms)
  const ordinary = slowest.filter(({ exception }) => exception === null)
  const bad = all.filter(({ ms, status, exception }) => status >= 500 || (ms > mostMs && !exception))
  const done = all.filter((one) => one.done > 0).length
  console.log(
    `${all.length} calls, ${done} of them done at least once, the others refused; load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log('  the slowest:')
  for (const one of ordinary.slice(0, 20)) print(one)
  for (const [why] of exceptions) {
    console.log(`  ${why}:`)
    for (const one of slowest.filter(({ exception }) => exception === why)) print(one)
  }
  if (bad.length === 0) {
    console.log(`  no other call took over ${mostMs} ms, none failed`)
    return
  }
  console.log(`  over ${mostMs} ms, or failed:`)
  for (const one of bad) print(one)
  process.exitCode = 1
}

function print({ name, ms, status, done, asked }: Measured): void {
  console.log(`    ${ms.toFixed(0).padStart(6)} ms  ${status}  ${done}/${asked}  ${name}`)
}
