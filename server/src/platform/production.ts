import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import pg from 'pg'
import { passwordMatches } from './auth/passwords.ts'
import type { Db } from './db/database.ts'
import { demoAccounts, demoEmployer, demoPassword, demoStaff } from './demo.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { StartError } from './start-error.ts'

/** Whoever served a demo with these keys has signed made-up proofs with them. */
const demoMark = 'used-for-the-demo'
/** Those of handbooks and of our own messages. */
const wellKnown = new Set(['password', 'postgres', 'admin', 'changeme', 'secret', '123456'])

/** Production has no demo world and no default secrets. @throws StartError */
export function checkProductionEnv(env: Env): void {
  if (!env.production) return
  if (env.demo)
    throw new StartError('NODE_ENV=production refuses DEMO=1: the demo world is for trying out')
  if (env.dev)
    throw new StartError('NODE_ENV=production refuses CE_DEV=1: it serves the source files')
  if (existsSync(join(env.keysDir, demoMark)))
    throw new StartError(
      `production refuses the keys in ${env.keysDir}: a demo has signed with them; set KEYS_DIR to an empty folder`,
    )
  const channel = (env.wechat && 'WeChat Pay') ?? (env.alipay && 'Alipay')
  if (channel && !env.publicUrl?.startsWith('https://'))
    throw new StartError(
      `${channel} needs PUBLIC_URL=https://…: its notifications come there and nowhere else`,
    )
  if (env.email && !env.publicUrl)
    throw new StartError('e-mail needs PUBLIC_URL: it says where the portal is')
  const { user, password } = databaseLogin(env.databaseUrl)
  if (password && (wellKnown.has(password.toLowerCase()) || password === user))
    throw new StartError('production refuses the default password in DATABASE_URL: choose a secret')
}

/** As node-postgres itself reads it: before the host, in the query, or in PGUSER and PGPASSWORD. @throws StartError when it cannot */
function databaseLogin(connectionString: string | null) {
  if (!connectionString) return { user: null, password: null }
  try {
    const { user, password } = new pg.Client({ connectionString })
    return { user, password }
  } catch (error) {
    throw new StartError(`cannot read DATABASE_URL: ${(error as Error).message}`)
  }
}

/** What only a demo leaves behind must not be in a production database. @throws StartError */
export async function checkProductionData(
  deps: Pick<Deps, 'db'> & { gateways: Pick<Deps['gateways'], 'has'> },
): Promise<void> {
  if (deps.gateways.has('DEMO'))
    throw new StartError('production refuses the demo cashier: configure a payment gateway or none')
  if (await clockIsMoved(deps.db))
    throw new StartError('production refuses this database: its clock is moved (table app_clock)')
  const [phone] = await findDemoAccounts(deps.db)
  if (phone)
    throw new StartError(
      `production refuses this database: it holds the demo account ${phone}; use a new one`,
    )
  const [username] = await findDemoStaff(deps.db)
  if (username)
    throw new StartError(
      `production refuses this database: ${username} of the staff has the demo's password; use a new one`,
    )
  if (await hasDemoEmployer(deps.db))
    throw new StartError(
      "production refuses this database: it holds the demo's employer; use a new one",
    )
}

/** The demo's phones whose accounts have its password: anybody may register with a phone, and nobody can choose that password. */
export async function findDemoAccounts(db: Db): Promise<string[]> {
  const phones = demoAccounts.map(({ phone }) => phone)
  const rows = await db
    .selectFrom('student')
    .select(['phone', 'passwordHash'])
    .where('phone', 'in', phones)
    .orderBy('phone')
    .execute()
  const found = await withPassword(rows, digestPassword(demoPassword))
  return found.map(({ phone }) => phone)
}

/** The usernames of the demo's staff that still have its password; an `admin` with one of its own is nobody's demo. */
export async function findDemoStaff(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select(['username', 'passwordHash'])
    .where(
      'username',
      'in',
      demoStaff.map(({ username }) => username),
    )
    .orderBy('username')
    .execute()
  const found = await withPassword(rows, demoPassword)
  return found.map(({ username }) => username)
}

async function withPassword<Row extends { passwordHash: string }>(rows: Row[], password: string) {
  const matches = await Promise.all(
    rows.map(({ passwordHash }) => passwordMatches(passwordHash, password)),
  )
  return rows.filter((_, index) => matches[index])
}

/** Whether the demo's employer is there with the demo's password. */
export async function hasDemoEmployer(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('passwordHash')
    .where('creditCode', '=', demoEmployer.creditCode)
    .executeTakeFirst()
  return row !== undefined && (await passwordMatches(row.passwordHash, demoPassword))
}

async function clockIsMoved(db: Db): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select shift <> interval '0' as moved from app_clock`.execute(db)
  return rows[0]?.moved !== false
}

/** Remembers, beside the keys, that a demo has used them. */
export async function markDemoKeys(env: Pick<Env, 'demo' | 'keysDir'>): Promise<void> {
  if (!env.demo) return
  await writeFile(join(env.keysDir, demoMark), '').catch(() => {
    // read-only keys: they were made elsewhere and marked there
  })
}
