import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnDatabase, ownDatabase } from '../../test/own-database.ts'
import { openDb } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { namesOf } from './keys.ts'
import { giveUpKey, openKeysOf, rememberKeys } from './known-keys.ts'
import { rotateMacKey } from './mac-keys.ts'
import { rotateProofKey } from './proof-keys.ts'

let own: OwnDatabase
let folder: string
beforeAll(async () => {
  own = await ownDatabase()
  await migrate(own.pool)
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
})
afterAll(async () => {
  await own?.drop()
  if (folder) await rm(folder, { recursive: true })
})

it('a database is started with the keys it was used with, and with no others', async () => {
  const db = openDb(own.pool)
  const open = (name: string) => openKeysOf(own.pool, db, join(folder, name))
  // two hosts without a shared folder: the second one stops
  const hosts = await Promise.allSettled([open('a'), open('b')])
  expect(hosts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const mine = hosts[0].status === 'fulfilled' ? 'a' : 'b'
  const keys = await open(mine)

  // after rotations a folder of before them is refused, and the right one goes on
  await rotateProofKey(join(folder, mine))
  await rotateMacKey(join(folder, mine))
  const rotated = await open(mine)
  expect(namesOf(rotated)).toHaveLength(4)
  await rememberKeys(db, keys)
  await rm(join(folder, mine, 'mac-retired'), { recursive: true })
  const [, macId = ''] = rotated.macKeyIds()
  await expect(open(mine)).rejects.toThrow(`secret ${macId}`)

  // what no backup has is given up, once and with a reason
  expect(await giveUpKey(db, macId, 'the disk is gone')).toBe(true)
  expect(await giveUpKey(db, macId, 'again')).toBe(false)
  expect((await open(mine)).macKeyIds()).toHaveLength(1)
})
