import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnDatabase, type OwnDatabase } from '../../test/own-database.ts'
import { openDb } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDeployment } from './deployment.ts'
import { listKeyNames, openKeys } from './keys.ts'
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
  const keysDir = join(folder, 'first')
  await db.deleteFrom('usedKey').execute()
  await openDatabaseKeys(own.pool, db, keysDir)
  await openDatabaseKeys(own.pool, db, keysDir)
  await expect(openDeployment(db, 'sichuan')).rejects.toThrow('belongs to a portal without a cell')

  // From here on the database is that of another cell.
  await db.deleteFrom('deployment').execute()
  await db.deleteFrom('usedKey').execute()
  expect(await openDeployment(db, 'sichuan')).toMatchObject({ cell: 'sichuan' })
  expect(await openDeployment(db, null)).toMatchObject({ cell: 'sichuan' })
  await expect(openDeployment(db, 'zhejiang')).rejects.toThrow('belongs to the cell sichuan')
  await expect(openDatabaseKeys(own.pool, db, keysDir)).rejects.toThrow('holds the keys of another database')
  expect(await db.selectFrom('usedKey').select('keyId').execute()).toEqual([])
})

it('a key folder that cannot be read is not taken for an empty one', async () => {
  const db = openDb(own.pool)
  await db.deleteFrom('usedKey').execute()
  const [keysDir, lost] = [join(folder, 'a-file'), join(folder, 'lost')]
  await writeFile(keysDir, '')
  await expect(openDatabaseKeys(own.pool, db, keysDir)).rejects.toThrow(`${keysDir} cannot be read (ENOTDIR)`)

  const keys = listKeyNames(await openDatabaseKeys(own.pool, db, lost))
  await rm(lost, { recursive: true })
  await mkdir(lost)
  await writeFile(join(lost, 'mac-retired'), '')
  await expect(openKeys(lost, keys)).rejects.toThrow(`cannot use the keys in ${lost}: ENOTDIR`)
})
