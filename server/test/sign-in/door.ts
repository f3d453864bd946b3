import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { clientBase, type Envelope, employerBase, staffBase } from '@ce/contract'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { addOrganisation } from '../../src/modules/organisation/service.ts'
import { addStaff } from '../../src/modules/staff/service.ts'
import { addImported } from '../../src/modules/student/service.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { type Db, inTransaction, openDb } from '../../src/platform/db/database.ts'
import { counterOfAddress, forgetFailures } from '../../src/platform/db/lockout.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { newCreditCode } from '../factories/invoice.ts'
import { newPerson, solve } from '../factories/student.ts'
import { startServer } from '../global-setup.ts'
import { ownDatabase } from '../own-database.ts'

/** What came back from a request. */
export interface Answer {
  status: number
  key: string | undefined
  msg: string
  data: Record<string, unknown>
  retryAfter: number
  /** as the browser sends it from now on; with `attributes` as it came */
  cookie: string | undefined
  attributes: string
  ms: number
}

/** Where somebody comes from, and what their browser keeps. */
export interface Browser {
  ip: string
  cookie?: string | undefined
  /** of its session */
  token?: string
}

type Ask = (path: string, from: Browser, body?: object) => Promise<Answer>

export type Door = Awaited<ReturnType<typeof openDoor>>

/** A database of its own with the usual limits, and two server processes that answer in turn. */
export async function openDoor() {
  await using opened = new AsyncDisposableStack()
  const database = await ownDatabase()
  opened.defer(() => database.drop())
  await migrate(database.pool)
  await database.pool.query(`insert into site_info (value) values ('{"organizer": "示例协会"}')`)
  const folder = await mkdtemp(join(tmpdir(), 'ce-door-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const servers = await Promise.all(
    [1, 2].map(() => startServer(database.connectionString, folder)),
  )
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
    /** the answer to a fresh challenge */
    solved: async () =>
      solve(
        (await ask(`${clientBase}/student/v1/challenge`, { ip: '192.0.2.250' })).data.challenge,
      ),
    passTime: (seconds: number) =>
      sql`update app_clock set shift = shift + interval '1 second' * ${seconds}`.execute(db),
    /** as the job does: what one test counted is over for the next */
    startAnew: async () => {
      await sql`update app_clock set shift = shift + interval '1 hour'`.execute(db)
      await forgetFailures(db, 900)
    },
    /** so many wrong passwords came from there, at accounts of others */
    failFrom: (ip: string, count: number) =>
      sql`insert into sign_in_failure (counter_hash, decided)
        select ${counterOfAddress(ip).hash}, true from generate_series(1, ${count})`.execute(db),
    close: () => close.disposeAsync(),
  }
}

/** A machine at its limit refuses for a moment, and says when to come again. */
function comingAgain(ask: Ask): Ask {
  return async (...request) => {
    const answer = await ask(...request)
    if (answer.status !== 503) return answer
    await setTimeout(answer.retryAfter * 1000)
    return comingAgain(ask)(...request)
  }
}

/** Somebody with an account, and what they and others type at the login. */
export interface Person {
  id: string
  path: string
  right: Record<string, string>
  wrong: Record<string, string>
  /** what a stranger makes up instead of the account */
  nobody: Record<string, string>
  locked: string
  /** as the logs tell it */
  logged: { locked: string; attempt: string }
}

const plain = 'Aa1!secret'
let hashed: Promise<string> | undefined

export async function addStudent(db: Db) {
  const { password, ...person } = newPerson()
  hashed ??= hashPassword(password)
  const row = { ...person, idType: 'ID_CARD' as const, employer: null, titleCode: 0 }
  const id = await addImported(db, {
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
    nobody: { account: newPerson().phone, password: wrong },
    locked: 'student.locked',
    logged: { locked: 'ACCOUNT_LOCKED', attempt: 'LOCKED_ATTEMPT' },
  }
}

export async function addMember(db: Db): Promise<Person> {
  const username = `t${randomBytes(6).toString('hex')}`
  const passwordHash = await hashPassword(plain)
  const row = { username, name: '测试职员', passwordHash, roles: [], mustChangePassword: false }
  const id = await inTransaction(db, (tx) => addStaff(tx, systemAuthor, row))
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

export async function addEmployer(db: Db): Promise<Person> {
  const [id, creditCode] = [randomUUID(), newCreditCode()]
  const contact = { contactName: '联系人', contactPhone: '0571-88888888' }
  const passwordHash = await hashPassword(plain)
  const row = { id, creditCode, name: '测试大药房', passwordHash, mustChangePassword: false }
  await inTransaction(db, (tx) => addOrganisation(tx, { ...row, ...contact }))
  return {
    id,
    path: `${employerBase}/organisation/v1/login`,
    right: { creditCode, password: plain },
    wrong: { creditCode, password: 'Wrong#2026' },
    nobody: { creditCode: newCreditCode(), password: 'Wrong#2026' },
    locked: 'student.locked',
    logged: { locked: 'organisation.locked', attempt: 'organisation.lockedAttempt' },
  }
}
