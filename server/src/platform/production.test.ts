import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPerson } from '../../test/factories/student.ts'
import { insertStaffAccount } from '../modules/office/staff/service/accounts.ts'
import { importStudent } from '../modules/student/service/register.ts'
import { systemAuthor } from './audit.ts'
import { hashPassword } from './auth/passwords.ts'
import { type Db, inTransaction, openDb, openPool } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { demoPassword } from './demo.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/launcher.ts'
import { readEnv } from './env.ts'
import { checkProductionData, checkProductionEnv, markDemoKeys } from './production.ts'

const folder = mkdtempSync(join(tmpdir(), 'ce-production-'))
const wechat = {
  WECHAT_MCHID: '1900000001',
  WECHAT_APPID: 'wx0123456789abcdef',
  WECHAT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WECHAT_PRIVATE_KEY_FILE: 'key.pem',
  WECHAT_API_V3_KEY_FILE: 'api.key',
  WECHAT_PLATFORM_KEYS: 'platform',
}
const alipay = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY_FILE: 'key.pem',
  ALIPAY_PUBLIC_KEY_FILE: 'alipay.pem',
}
const smtp = {
  SMTP_URL: 'smtps://portal@smtp.example.cn',
  SMTP_PASSWORD_FILE: 'smtp.key',
  SMTP_FROM: 'portal@example.cn',
}

describe('production environment', () => {
  const check = (change: NodeJS.ProcessEnv) => () =>
    checkProductionEnv(readEnv({ NODE_ENV: 'production', DATA_DIR: folder, ...change }))

  test('accepts a plain production environment and one with its own database', () => {
    expect(check({})).not.toThrow()
    expect(check({ DEMO: '0', DATABASE_URL: 'postgres://portal:x8Kd@db/portal' })).not.toThrow()
  })

  test.each([
    [{ DEMO: '1' }, /refuses DEMO=1/],
    [smtp, /e-mail needs PUBLIC_URL/],
    [{ CE_DEV: '1' }, /refuses CE_DEV=1/],
    [{ DATABASE_URL: 'postgres://user:password@db/portal' }, /default password/],
    [{ DATABASE_URL: 'postgres://portal:portal@db/portal' }, /default password/],
    [{ DATABASE_URL: 'postgres://portal:p%6Frtal@db/portal' }, /default password/],
    [{ DATABASE_URL: 'postgres://portal@db/portal?password=postgres' }, /default password/],
    [{ DATABASE_URL: 'postgres://db/p', DATABASE_URL_DIRECT: 'postgres://a:a@db/p' }, /in DATABASE_URL_DIRECT/],
    [{ DATABASE_URL: 'postgres://portal:%e4%b8@db/portal' }, /^cannot read DATABASE_URL: URI malf/],
    [{ ...wechat, PUBLIC_URL: 'http://ce.example.cn' }, /needs PUBLIC_URL=https/],
    [alipay, /Alipay needs PUBLIC_URL=https/],
    [{ ...wechat, WECHAT_SERIAL: '' }, /WECHAT_SERIAL must be set too/],
  ])('refuses the production environment %o', (change, line) => {
    expect(check(change)).toThrow(line)
  })

  test('refuses keys that a demo has used, and accepts others', async () => {
    const keysDir = mkdtempSync(join(folder, 'keys-'))
    await markDemoKeys({ demo: false, keysDir })
    expect(check({ KEYS_DIR: keysDir })).not.toThrow()
    writeFileSync(join(keysDir, 'mac.key'), '00')
    await markDemoKeys({ demo: true, keysDir })
    expect(check({ KEYS_DIR: keysDir })).toThrow(/a demo has signed with them/)
  })
})

describe('the database in production', () => {
  let server: EmbeddedPostgres
  let db: Db
  const gateways = new Set<string>()
  const check = () => checkProductionData({ db, gateways })

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
    const pool = openPool(server.connection)
    await migrate(pool)
    db = openDb(pool)
  })
  afterAll(async () => {
    await db.destroy()
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  const addStudent = (phone: string, password = createTestPerson().password) => {
    const { name, idNo, certificateNo } = createTestPerson()
    const person = { name, idNo, certificateNo, phone, employer: null, titleCode: 0 }
    return importStudent(db, { ...person, idType: 'ID_CARD', initialPasswordChanged: false }, password)
  }

  test('accepts a new production database and one with people, also without a gateway', async () => {
    await check()
    await addStudent('13911112222')
    await check()
  })

  test('accepts a person who registered with a phone number of the demo', async () => {
    await addStudent('13800000001')
    await check()
  })

  test('refuses staff with the demo’s password, but not an admin with another one', async () => {
    const add = async (username: string, password: string) => {
      const passwordHash = await hashPassword(password)
      const row = { username, passwordHash, name: '职员', mustChangePassword: false, roles: [] }
      await inTransaction(db, (tx) => insertStaffAccount(tx, systemAuthor, row))
    }
    await add('admin', 'their own secret 1')
    await check()
    await add('editor', 'Demo@2026')
    await expect(check()).rejects.toThrow(/editor of the staff has the demo's password/)
    await sql`delete from staff`.execute(db)
  })

  test('refuses a moved clock, the demo cashier and a demo account in production', async () => {
    await sql`update app_clock set shift = interval '1 day'`.execute(db)
    await expect(check()).rejects.toThrow(/its clock is moved/)
    await sql`update app_clock set shift = '0'`.execute(db)
    gateways.add('DEMO')
    await expect(check()).rejects.toThrow(/refuses the demo cashier/)
    gateways.clear()
    await check()
    await addStudent('13800000002', digestPassword(demoPassword))
    await expect(check()).rejects.toThrow(/demo account 13800000002/)
  })
})
