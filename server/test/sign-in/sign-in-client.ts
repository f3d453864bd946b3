import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { clientBase, type Envelope, employerBase, staffBase } from '@ce/contract'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { createSeedOrganisation } from '../../src/modules/employers/organisation/service/desk.ts'
import { insertStaffAccount } from '../../src/modules/office/staff/service/accounts.ts'
import { insertImportedStudent } from '../../src/modules/student/service/register.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { type Db, inTransaction, openDb } from '../../src/platform/db/database.ts'
import { addressFailureCounter, forgetSignInFailures } from '../../src/platform/db/lockout.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createTestCreditCode } from '../factories/invoice.ts'
import { createTestPerson, solveTestChallenge } from '../factories/student.ts'
import { startTestServer } from '../global-setup.ts'
import { createOwnDatabase } from '../own-database.ts'

export interface SignInAnswer {
  status: number
  key: string | undefined
  msg: string
  data: Record<string, unknown>
  retryAfter: number
  /** The cookie to send with later requests. `attributes` is the full header with which the server set it. */
  cookie: string | undefined
  attributes: string
  ms: number
}

export interface VisitorBrowser {
  ip: string
  cookie?: string | undefined
  token?: string
}

type Ask = (path: string, from: VisitorBrowser, body?: object) => Promise<SignInAnswer>

export type SignInServers = Awaited<ReturnType<typeof openSignInServers>>

export async function openSignInServers() {
  await using opened = new AsyncDisposableStack()
  const database = await createOwnDatabase()
  opened.defer(() => database.drop())
  await migrate(database.pool)
  await database.pool.query(`insert into site_info (value) values ('{"organizer": "示例协会"}')`)
  const folder = await mkdtemp(join(tmpdir(), 'ce-door-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const servers = await Promise.all([1, 2].map(() => startTestServer(database.connectionString, folder)))
  for (const { child } of servers)
    opened.defer(async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    })
  const db = openDb(database.pool)
  let turn = 0
  const askOnce: Ask = async (path, { ip, cookie, token }, body) => {
    turn += 1
    const origin = servers[turn % 2]?.origin
    const began = performance.now()
    const response = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-forwarded-for': ip,
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: token } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    })
    const { code, msg, data } = (await response.json()) as Envelope<Record<string, unknown>>
    const attributes = response.headers.get('set-cookie') ?? ''
    return {
      status: response.status,
      key: code === 1 ? undefined : String(data.key),
      msg,
      data,
      retryAfter: Number(response.headers.get('retry-after')),
      cookie: attributes.split(';')[0] || undefined,
      attributes,
      ms: performance.now() - began,
    }
  }
  const ask = comingAgain(askOnce)
  const close = opened.move()
  return {
    db,
    ask,
    solved: async () =>
      solveTestChallenge((await ask(`${clientBase}/student/v1/challenge`, { ip: '192.0.2.250' })).data.challenge),
    passTime: (seconds: number) =>
      sql`update app_clock set shift = shift + interval '1 second' * ${seconds}`.execute(db),
    startAnew: async () => {
      await sql`update app_clock set shift = shift + interval '1 hour'`.execute(db)
      await forgetSignInFailures(db, 900)
    },
    /** Inserts failed sign-ins to other accounts from this address. */
    failFrom: (ip: string, count: number) =>
      sql`insert into sign_in_failure (counter_hash, decided)
        select ${addressFailureCounter(ip).hash}, true from generate_series(1, ${count})`.execute(db),
    close: () => close.disposeAsync(),
  }
}

/** Repeats a sign-in request that an overloaded server refused. */
function comingAgain(ask: Ask): Ask {
  return async (...request) => {
    const answer = await ask(...request)
    if (answer.status !== 503) return answer
    await setTimeout(answer.retryAfter * 1000)
    return comingAgain(ask)(...request)
  }
}

export interface SignInPerson {
  id: string
  path: string
  right: Record<string, string>
  wrong: Record<string, string>
  nobody: Record<string, string>
  locked: string
  logged: { locked: string; attempt: string }
}

const plain = 'Aa1!secret'
let hashed: Promise<string> | undefined

export async function addSignInStudent(db: Db) {
  const { password, ...person } = createTestPerson()
  hashed ??= hashPassword(password)
  const row = { ...person, idType: 'ID_CARD' as const, employer: null, titleCode: 0 }
  const id = await insertImportedStudent(db, {
    ...row,
    passwordHash: await hashed,
    initialPasswordChanged: true,
  })
  const wrong = digestPassword('Wrong#2026')
  return {
    ...person,
    password,
    id,
    path: `${clientBase}/student/v1/login`,
    right: { account: person.phone, password },
    wrong: { account: person.phone, password: wrong },
    nobody: { account: createTestPerson().phone, password: wrong },
    locked: 'student.locked',
    logged: { locked: 'ACCOUNT_LOCKED', attempt: 'LOCKED_ATTEMPT' },
  }
}

export async function addSignInStaff(db: Db): Promise<SignInPerson> {
  const username = `t${randomBytes(6).toString('hex')}`
  const passwordHash = await hashPassword(plain)
  const row = { username, name: '测试职员', passwordHash, roles: [], mustChangePassword: false }
  const id = await inTransaction(db, (tx) => insertStaffAccount(tx, systemAuthor, row))
  return {
    id,
    path: `${staffBase}/staff/v1/login`,
    right: { username, password: plain },
    wrong: { username, password: 'Wrong#2026' },
    nobody: { username: `u${username}`, password: 'Wrong#2026' },
    locked: 'staff.locked',
    logged: { locked: 'staff.locked', attempt: 'staff.lockedAttempt' },
  }
}

export async function addSignInEmployer(db: Db): Promise<SignInPerson> {
  const [id, creditCode] = [randomUUID(), createTestCreditCode()]
  const contact = { contactName: '联系人', contactPhone: '0571-88888888' }
  const passwordHash = await hashPassword(plain)
  const row = { id, creditCode, name: '测试大药房', passwordHash, mustChangePassword: false }
  await inTransaction(db, (tx) => createSeedOrganisation(tx, { ...row, ...contact }))
  return {
    id,
    path: `${employerBase}/organisation/v1/login`,
    right: { creditCode, password: plain },
    wrong: { creditCode, password: 'Wrong#2026' },
    nobody: { creditCode: createTestCreditCode(), password: 'Wrong#2026' },
    locked: 'student.locked',
    logged: { locked: 'organisation.locked', attempt: 'organisation.lockedAttempt' },
  }
}
