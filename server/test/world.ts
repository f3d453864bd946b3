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
import type { World } from './global-setup.ts'

/** For a while calls and factories work in another world: one whose clock may stand still, or go back. */
let elsewhere: { world: World; deps: Promise<Deps> } | null = null

/** From now until what it returns is called, they work in that one. */
export function enterWorld(own: World): () => Promise<void> {
  const opened = open(own)
  elsewhere = { world: own, deps: opened }
  return async () => {
    elsewhere = null
    await closeDeps(await opened)
  }
}

/** This worker's database and servers. */
export function world(): World {
  if (elsewhere) return elsewhere.world
  const worlds = inject('worlds')
  const mine = worlds[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % worlds.length]
  if (!mine) throw new Error('no test world')
  return mine
}

let opened: Promise<Deps> | null = null

/** The services' dependencies over this worker's database, for factories and for looking behind the wire. */
export function deps(): Promise<Deps> {
  if (elsewhere) return elsewhere.deps
  opened ??= open(world())
  return opened
}

async function open({ databaseUrl, dataDir, payments, messages }: World): Promise<Deps> {
  const given = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1', PORT: '0' }
  const env = readEnv({ ...given, ...payments.env, ...messages.env })
  return openDeps(env, sharePool(openPool({ connectionString: databaseUrl }, 6)))
}

/** Moves the rules' clock forward; never back, other people live in this database too. */
export async function passTime(seconds: number): Promise<void> {
  const { db } = await deps()
  await sql`update app_clock set shift = shift + interval '1 second' * ${seconds}`.execute(db)
}

/** Moves it on to a moment, if that is still to come. */
export async function passTimeTo(at: string): Promise<void> {
  const { db } = await deps()
  await sql`update app_clock set shift = shift + greatest('0', ${at}::timestamptz - app_now())`.execute(
    db,
  )
}

/** Starts now: asked later, the seconds that the rules' clock has gone on, with those a slow machine took. */
export async function stopwatch(): Promise<() => Promise<number>> {
  const { db } = await deps()
  const began = (await appNow(db)).getTime()
  return async () => ((await appNow(db)).getTime() - began) / 1000
}

let turn = 0

/** The two processes answer in turn: nothing that must be right may live in one. */
export function nextOrigin(): string {
  turn += 1
  return world().origins[turn % 2] ?? world().origins[0]
}

/** A raw request to one of the two servers. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(nextOrigin() + path, init)
  await recordCall(path, init, response)
  return response
}

export interface Answer<Data> extends Envelope<Data> {
  status: number
  /** of a refusal */
  key: string | undefined
}

const client = callsTo<ClientCalls>(clientBase)
const staff = callsTo<StaffCalls>(staffBase)
const employer = callsTo<EmployerCalls>(employerBase)

/** Make a call of the contract as a client would, any body at all included. */
export const [call, staffCall, employerCall] = [client.call, staff.call, employer.call]

/** As `call` and its kin, but a refusal fails the test on the spot. */
export const [must, mustStaff, mustEmployer] = [client.must, staff.must, employer.must]

function callsTo<Calls extends { [Key in keyof Calls]: { response: unknown } }>(base: string) {
  type Given<Key extends keyof Calls> = [key: Key & string, input?: unknown, token?: string]
  const call = <Key extends keyof Calls>(
    ...[key, input, token]: Given<Key>
  ): Promise<Answer<Calls[Key]['response']>> => send(base, key, input, token)
  return {
    call,
    must: async <Key extends keyof Calls>(...given: Given<Key>) =>
      accepted(given[0], await call(...given)),
  }
}

async function send<Data>(
  base: string,
  key: string,
  input: unknown,
  token: string | undefined,
): Promise<Answer<Data>> {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  const query =
    method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await ask(base + path + query, {
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

function accepted<Data>(key: string, answer: Answer<Data>): Data {
  if (answer.code !== 1)
    throw new Error(`${key} refused: ${answer.status} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** Resolves once somebody waits for what this transaction holds. */
export async function somebodyWaits(tx: Tx): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n, pg_sleep(0.05) from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
    waiting = rows[0]?.n ?? 0
  }
}

/** Somebody at the database, past its own checks: without the triggers of these tables. */
export async function pastTriggers(
  tables: readonly string[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { db } = await deps()
  await inTransaction(db, async (tx) => {
    for (const table of tables)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await work(tx)
    for (const table of tables)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
