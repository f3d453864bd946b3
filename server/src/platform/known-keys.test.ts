import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnDatabase, type OwnDatabase } from '../../test/own-database.ts'
import { openDb } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDeployment } from './deployment.ts'
import { listKeyNames } from './keys.ts'
import { forgetKey, openDatabaseKeys, recordKeys } from './known-keys.ts'
import { rotateMacKey } from './mac-keys.ts'
import { rotateProofKey } from './proof-keys.ts'

let own: OwnDatabase
let folder: string
beforeAll(async () => {
  own = await createOwnDatabase()
  await migrate(own.pool)
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
})
afterAll(async () => {
  await own?.drop()
  if (folder) await rm(folder, { recursive: true })
})

it('the portal starts only with the key folder whose keys the database was used with before', async () => {
  const db = openDb(own.pool)
  const open = (name: string) => openDatabaseKeys(own.pool, db, join(folder, name))
  // Of two hosts without a shared key folder, the second one stops.
  const hosts = await Promise.allSettled([open('a'), open('b')])
  expect(hosts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const mine = hosts[0].status === 'fulfilled' ? 'a' : 'b'
  const keys = await open(mine)

  // A key folder from before the rotations is refused; the current one works.
  await rotateProofKey(join(folder, mine))
  await rotateMacKey(join(folder, mine))
  const rotated = await open(mine)
  expect(listKeyNames(rotated)).toHaveLength(4)
  await recordKeys(db, keys)
  await rm(join(folder, mine, 'mac-retired'), { recursive: true })
  const [, macId = ''] = rotated.macKeyIds()
  await expect(open(mine)).rejects.toThrow(`secret ${macId}`)

  expect(await forgetKey(db, macId, 'the disk is gone')).toBe(true)
  expect(await forgetKey(db, macId, 'again')).toBe(false)
  expect((await open(mine)).macKeyIds()).toHaveLength(1)
})

it('a database and a key folder belong to the cell that used them first', async () => {
  const db = openDb(own.pool)
  const other = await createOwnDatabase()
  try {
    await migrate(other.pool)
    const otherDb = openDb(other.pool)
    expect(await openDeployment(otherDb, 'sichuan')).toMatchObject({ cell: 'sichuan' })
    await expect(openDeployment(otherDb, 'zhejiang')).rejects.toThrow('belongs to the cell sichuan')
    await expect(openDeployment(db, 'sichuan')).rejects.toThrow('belongs to a portal without a cell')
    expect(await openDeployment(otherDb, null)).toMatchObject({ cell: 'sichuan' })

    const open = (one: OwnDatabase, name: string) => openDatabaseKeys(one.pool, openDb(one.pool), join(folder, name))
    await open(other, 'c')
    await open(other, 'c')
    const mine = (await readdir(join(folder, 'a')).catch((): string[] => [])).includes('deployment-id') ? 'a' : 'b'
    await expect(open(other, mine)).rejects.toThrow('holds the keys of another database')
    const { rows } = await other.pool.query('select kind from used_key')
    expect(rows).toHaveLength(2)
  } finally {
    await other.drop()
  }
})
