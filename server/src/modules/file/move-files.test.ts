import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeStaff } from '../../../test/factories/staff.ts'
import { startS3Server, type TestS3 } from '../../../test/s3-server.ts'
import { deps } from '../../../test/world.ts'
import { createMovingFileStore } from '../../platform/files/moving-store.ts'
import { createS3FileStore } from '../../platform/files/s3-store.ts'
import { createLocalFileStore, MissingContentError, StoreUnavailableError } from '../../platform/files/store.ts'
import { addContentFile } from './service/content.ts'
import { moveFiles } from './service/move-files.ts'

let folder: string
let s3: TestS3

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-move-'))
  s3 = await startS3Server(join(folder, 's3'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

it.each([
  { from: 'folder', to: 'store' },
  { from: 'store', to: 'folder' },
] as const)('files move from a $from to a $to, checked by hash, while both old and new ones are read', async (way) => {
  const { db } = await deps()
  const name = crypto.randomUUID()
  const stores = {
    folder: createLocalFileStore(join(folder, name)),
    store: createS3FileStore({ ...s3.settings, prefix: `${name}/` }),
  }
  const [from, to] = [stores[way.from], stores[way.to]]
  const files = createMovingFileStore({ to, from })
  const make = async (store: typeof files, word: string) => {
    const content = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!-- ${word} ${Date.now()} --></svg>`)
    const cover = { purpose: 'COVER' as const, name: 'cover.svg', mime: 'image/svg+xml', content }
    const id = await addContentFile({ db, files: store }, cover)
    const row = db.selectFrom('file').select(['id', 'size', 'storageKey']).where('id', '=', id)
    return { ...(await row.executeTakeFirstOrThrow()), content }
  }
  const [old, damaged, fresh] = [await make(from, 'old'), await make(from, 'damaged'), await make(files, 'fresh')]
  await from.put(damaged.storageKey, Buffer.alloc(damaged.size))
  const { id: staffId } = await makeStaff({ permissions: [] })
  const upload = { staffId, name: 'a.mp4', size: 9, chunkSize: 6, received: 6, purpose: 'VIDEO', parts: ['ab/chunk'] }
  await db.insertInto('upload').values(upload).execute()
  for (const key of ['ab/chunk', 'proof-prints/1.pdf', 'quarantine/ab/1.2026-01-01'])
    await from.put(key, Buffer.from('x'))
  const read = async ({ storageKey, size }: typeof old) =>
    Buffer.concat(await files.read(storageKey, { start: 0, end: size - 1 }).toArray())
  for (const each of [old, fresh]) expect((await read(each)).equals(each.content)).toBe(true)
  expect((await files.list('proof-prints')).map(({ key }) => key)).toEqual(['proof-prints/1.pdf'])

  const deleted = await make(from, 'deleted')
  const deleting: typeof to = {
    ...to,
    size: async (key) => {
      if (key === deleted.storageKey) {
        await db.updateTable('file').set({ deletedAt: new Date() }).where('id', '=', deleted.id).execute()
        await from.remove(key)
      }
      return to.size(key)
    },
  }
  const [refused, broken] = [await make(from, 'refused'), await make(from, 'broken')]
  const failing: typeof from = {
    ...from,
    size: async (key) => {
      if (key === refused.storageKey) throw new StoreUnavailableError('HTTP 403', { isRefusal: true })
      return from.size(key)
    },
    read: (key, range) => (key === broken.storageKey ? createReadStream(folder) : from.read(key, range)),
  }
  const first = await moveFiles({ db }, { to: deleting, from: failing })
  expect(first).toMatchObject({ moved: 4, already: 1, gone: 1 })
  expect(new Set(first.damaged)).toEqual(new Set([damaged.id, refused.id, broken.id]))
  expect(first.missing).not.toContain(deleted.id)
  expect(first.missing).not.toContain(old.id)
  expect(await to.size(old.storageKey)).toBe(old.size)
  await expect(to.size(damaged.storageKey)).rejects.toThrow(MissingContentError)
  expect(await to.size('quarantine/ab/1.2026-01-01')).toBe(1)
  expect(await moveFiles({ db }, { to, from })).toMatchObject({ moved: 2, already: 2 })
  expect((await read(old)).equals(old.content)).toBe(true)

  await files.remove(old.storageKey)
  for (const store of [to, from, files]) await expect(store.size(old.storageKey)).rejects.toThrow(MissingContentError)
  await db.deleteFrom('upload').where('staffId', '=', staffId).execute()
})
