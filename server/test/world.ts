import {
  type ClientCalls,
  clientBase,
  type EmployerCalls,
  type Envelope,
  employerBase,
  type StaffCalls,
  staffBase,
} from '@ce/contract'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { appNow, inTransaction, openPool, type Tx } from '../src/platform/db/database.ts'
import { sharePool } from '../src/platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../src/platform/deps.ts'
import { readEnv } from '../src/platform/env.ts'
import { recordCall } from './call-record.ts'
import type { TestWorld } from './global-setup.ts'

/** While set, calls and factories use this other world, whose clock may stand still or go back. */
let elsewhere: { world: TestWorld; deps: Promise<Deps> } | null = null

/** Switches the tests to another world until they call the returned function. */
export function enterTestWorld(own: TestWorld): () => Promise<void> {
  const opened = open(own)
  elsewhere = { world: own, deps: opened }
  return async () => {
    elsewhere = null
    await closeDeps(await opened)
  }
}

export function world(): TestWorld {
  if (elsewhere) return elsewhere.world
  const worlds = inject('worlds')
  const mine = worlds[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % worlds.length]
  if (!mine) throw new Error('no test world')
  return mine
}

let opened: Promise<Deps> | null = null

export function deps(): Promise<Deps> {
  if (elsewhere) return elsewhere.deps
  opened ??= open(world())
  return opened
}

async function open({ databaseUrl, dataDir, payments, messages, store }: TestWorld): Promise<Deps> {
  const given = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1', PORT: '0' }
  const env = readEnv({ ...given, ...payments.env, ...messages.env, ...store })
  return openDeps(env, sharePool(openPool({ connectionString: databaseUrl }, 6)))
}

/** The test clock never moves back, because other tests share the database. */
export async function passTime(seconds: number): Promise<void> {
  const { db } = await deps()
  await sql`update app_clock set shift = shift + interval '1 second' * ${seconds}`.execute(db)
}

export async function passTimeTo(at: string): Promise<void> {
  const { db } = await deps()
  await sql`update app_clock set shift = shift + greatest('0', ${at}::timestamptz - app_now())`.execute(db)
}

/** Returns a function that tells how many seconds the server's clock has moved since, including real time. */
export async function startStopwatch(): Promise<() => Promise<number>> {
  const { db } = await deps()
  const began = (await appNow(db)).getTime()
  return async () => ((await appNow(db)).getTime() - began) / 1000
}

let turn = 0

/** Returns the two server processes by turns, because no result may depend on one process. */
export function nextOrigin(): string {
  turn += 1
  return world().origins[turn % 2] ?? world().origins[0]
}

export async function sendRawRequest(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(nextOrigin() + path, init)
  await recordCall(path, init, response)
  return response
}

export interface TestAnswer<Data> extends Envelope<Data> {
  status: number
  key: string | undefined
}

const client = callsTo<ClientCalls>(clientBase)
const staff = callsTo<StaffCalls>(staffBase)
const employer = callsTo<EmployerCalls>(employerBase)

/** Each function sends any body to a call of the contract. */
export const [call, staffCall, employerCall] = [client.call, staff.call, employer.call]

/** Unlike `call`, these functions fail the test when the call is refused. */
export const [must, mustStaff, mustEmployer] = [client.must, staff.must, employer.must]

function callsTo<Calls extends { [Key in keyof Calls]: { response: unknown } }>(base: string) {
  type Given<Key extends keyof Calls> = [key: Key & string, input?: unknown, token?: string]
  const call = <Key extends keyof Calls>(
    ...[key, input, token]: Given<Key>
  ): Promise<TestAnswer<Calls[Key]['response']>> => send(base, key, input, token)
  return {
    call,
    must: async <Key extends keyof Calls>(...given: Given<Key>) => accepted(given[0], await call(...given)),
  }
}

async function send<Data>(
  base: string,
  key: string,
  input: unknown,
  token: string | undefined,
): Promise<TestAnswer<Data>> {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await sendRawRequest(base + path + query, {
    method,
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    body: method === 'POST' ? JSON.stringify(input ?? {}) : null,
  })
  const envelope = (await response.json()) as Envelope<Data>
  const data = envelope.data as { key?: string } | null
  return { ...envelope, status: response.status, key: envelope.code === 1 ? undefined : data?.key }
}

function accepted<Data>(key: string, answer: TestAnswer<Data>): Data {
  if (answer.code !== 1)
    throw new Error(`${key} refused: ${answer.status} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** Resolves when another transaction waits for a lock that `tx` holds. */
export async function waitForBlockedTransaction(tx: Tx): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n, pg_sleep(0.05) from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
    waiting = rows[0]?.n ?? 0
  }
}

/** Simulates a database administrator, who can write without triggers. */
export async function runWithoutTriggers(tables: readonly string[], work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const { db } = await deps()
  await inTransaction(db, async (tx) => {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await work(tx)
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
