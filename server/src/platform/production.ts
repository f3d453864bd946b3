import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { verifyPassword } from './auth/passwords.ts'
import { DatabaseClient } from './db/client.ts'
import type { Db } from './db/database.ts'
import { demoAccounts, demoEmployer, demoPassword, demoStaff } from './demo.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { errorCodeOf } from './error-code.ts'
import { StartError } from './errors.ts'

/** Marks keys that have signed invented proofs in a demo. */
const demoMark = 'used-for-the-demo'
const wellKnown = new Set(['password', 'postgres', 'admin', 'changeme', 'secret', '123456'])

/** @throws StartError. */
export function checkProductionEnv(env: Env): void {
  if (!env.production) return
  if (env.demo) throw new StartError('NODE_ENV=production refuses DEMO=1: the demo world is for trying out')
  if (env.dev) throw new StartError('NODE_ENV=production refuses CE_DEV=1: it serves the source files')
  if (existsSync(join(env.keysDir, demoMark)))
    throw new StartError(
      `production refuses the keys in ${env.keysDir}: a demo has signed with them; set KEYS_DIR to an empty folder`,
    )
  const channel = (env.wechat && 'WeChat Pay') ?? (env.alipay && 'Alipay')
  if (channel && !env.publicUrl?.startsWith('https://'))
    throw new StartError(`${channel} needs PUBLIC_URL=https://…: its notifications come there and nowhere else`)
  if (env.email && !env.publicUrl) throw new StartError('e-mail needs PUBLIC_URL: it says where the portal is')
  checkDatabaseLogin('DATABASE_URL', env.databaseUrl)
  checkDatabaseLogin('DATABASE_URL_DIRECT', env.databaseDirectUrl)
  checkDatabaseLogin('DATABASE_READ_URL', env.databaseReadUrl)
}

/** Reads the login as node-postgres does. @throws StartError when it cannot, or when the password is well known. */
function checkDatabaseLogin(variable: string, connectionString: string | null): void {
  if (!connectionString) return
  const { user, password } = readLogin(variable, connectionString)
  if (password && (wellKnown.has(password.toLowerCase()) || password === user))
    throw new StartError(`production refuses the default password in ${variable}: choose a secret`)
}

function readLogin(variable: string, connectionString: string) {
  try {
    return new DatabaseClient({ connectionString })
  } catch (error) {
    throw new StartError(`cannot read ${variable}: ${(error as Error).message}`)
  }
}

/** @throws StartError. */
export async function checkProductionData(
  deps: Pick<Deps, 'db'> & { gateways: Pick<Deps['gateways'], 'has'> },
): Promise<void> {
  if (deps.gateways.has('DEMO'))
    throw new StartError('production refuses the demo cashier: configure a payment gateway or none')
  if (await clockIsMoved(deps.db))
    throw new StartError('production refuses this database: its clock is moved (table app_clock)')
  const [phone] = await findDemoAccounts(deps.db)
  if (phone) throw new StartError(`production refuses this database: it holds the demo account ${phone}; use a new one`)
  const [username] = await findDemoStaff(deps.db)
  if (username)
    throw new StartError(
      `production refuses this database: ${username} of the staff has the demo's password; use a new one`,
    )
  if (await hasDemoEmployer(deps.db))
    throw new StartError("production refuses this database: it holds the demo's employer; use a new one")
}

/**
 * Finds accounts with a phone and the password of the demo. The phone alone proves nothing, because anybody may
 * register it, but nobody can choose the demo password.
 */
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
  const matches = await Promise.all(rows.map(({ passwordHash }) => verifyPassword(passwordHash, password)))
  return rows.filter((_, index) => matches[index])
}

export async function hasDemoEmployer(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('passwordHash')
    .where('creditCode', '=', demoEmployer.creditCode)
    .executeTakeFirst()
  return row !== undefined && (await verifyPassword(row.passwordHash, demoPassword))
}

async function clockIsMoved(db: Db): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select shift <> interval '0' as moved from app_clock`.execute(db)
  return rows[0]?.moved !== false
}

export async function markDemoKeys(env: Pick<Env, 'demo' | 'keysDir'>): Promise<void> {
  if (!env.demo) return
  await writeFile(join(env.keysDir, demoMark), '').catch((error: unknown) => {
    // Keys that cannot be written were made and marked on another machine.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(errorCodeOf(error) ?? '')) throw error
  })
}
