import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedDemo } from '../seeds/demo.ts'
import { cleanHtml } from '../src/modules/content/poster/service/clean-html.ts'
import { addPoster } from '../src/modules/content/poster/service/save.ts'
import { insertStaffAccount } from '../src/modules/office/staff/service/accounts.ts'
import { systemAuthor } from '../src/platform/audit.ts'
import { hashPassword } from '../src/platform/auth/passwords.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sharePool } from '../src/platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../src/platform/deps.ts'
import { readEnv } from '../src/platform/env.ts'
import { posterInput } from './factories/poster.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'

const marker = 'demo.halfMade'

describe('starting the demo in a database that people use', () => {
  let own: OwnDatabase
  let prepared: Deps
  const folder = mkdtempSync(join(tmpdir(), 'ce-prepared-'))

  beforeEach(async () => {
    own = await createOwnDatabase()
    await migrate(own.pool)
    const env = { DATABASE_URL: own.connectionString, DATA_DIR: folder, DEMO: '1', PORT: '0' }
    prepared = await openDeps(readEnv(env), sharePool(own.pool))
  })
  afterEach(async () => {
    await closeDeps(prepared)
    await own.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const staff = async () => {
    const passwordHash = await hashPassword('Prepared@2026')
    const row = { username: 'wang', name: '王管理', roles: ['SUPER_ADMIN'], passwordHash }
    await inTransaction(prepared.db, (tx) => insertStaffAccount(tx, systemAuthor, { ...row, mustChangePassword: true }))
  }
  const poster = () =>
    inTransaction(prepared.db, (tx) =>
      addPoster(tx, systemAuthor, {
        ...{ categoryId: 28, pinned: false, publishAt: 'now', content: posterInput() },
        clean: cleanHtml(posterInput().bodyHtml),
      }),
    )
  const setting = () => prepared.db.insertInto('setting').values({ key: 'order.lifeMinutes', value: '40' }).execute()
  const counts = async () => {
    const { rows } = await own.pool.query(`
      select (select count(*)::int from staff) as staff, (select count(*)::int from poster) as posters,
        (select count(*)::int from plan) as plans, (select count(*)::int from setting) as settings`)
    return rows[0]
  }

  it.each([
    ['an administrator', staff, { staff: 1, posters: 0 }],
    ['an item', poster, { staff: 0, posters: 1 }],
    ['a figure', setting, { staff: 0, posters: 0, settings: 1 }],
  ])('%s', async (_what, make, there) => {
    await make()
    for (const start of ['the first', 'the second']) expect(await seedDemo(prepared), start).toBe(false)
    expect(await counts()).toEqual({ plans: 0, settings: 0, ...there })
  })

  it('a start does not delete an incomplete demo world that people have begun to use', async () => {
    await prepared.db.insertInto('setting').values({ key: marker, value: 'true' }).execute()
    await staff()
    await expect(seedDemo(prepared)).rejects.toThrow('people have used it since')
    expect(await counts()).toEqual({ staff: 1, posters: 0, plans: 0, settings: 1 })
  })
})
