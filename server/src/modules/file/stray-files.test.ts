import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeStaff } from '../../../test/factories/staff.ts'
import { startS3Server, type TestS3 } from '../../../test/s3-server.ts'
import { deps } from '../../../test/world.ts'
import { openFileStore } from '../../platform/files/open-store.ts'
import { createLocalFileStore, MissingContentError } from '../../platform/files/store.ts'
import { addContentFile, storageFolderOfMinute } from './service/content.ts'
import { removeStrayContents } from './service/delete-unused.ts'
import { listMissingFiles, verifyReportedFiles } from './service/verify.ts'

let store: string
let s3: TestS3

beforeAll(async () => {
  store = await mkdtemp(join(tmpdir(), 'ce-stray-'))
  s3 = await startS3Server(store)
})
afterAll(async () => {
  await s3.close()
  await rm(store, { recursive: true })
})

describe('file contents left by a crashed process', () => {
  const day = 86_400_000

  it.each([
    { name: 'a folder', settings: () => null },
    { name: 'an S3-compatible store', settings: () => s3.settings },
  ])(
    'contents without a row wait 30 days in a quarantine of $name, from which a row that comes back gets its content',
    async ({ settings }) => {
      const world = await deps()
      const opened = await openFileStore({ dataDir: world.env.dataDir, fileStore: settings() }, world.db)
      const aged = new Set<string>()
      const old = new Date(Date.now() - 2 * day)
      const files: typeof opened = {
        ...opened,
        list: async (folder) =>
          (await opened.list(folder)).map((one) => (aged.has(one.key) ? { ...one, writtenAt: old } : one)),
      }
      const all = { ...world, files }
      const content = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!-- ${crypto.randomUUID()} --></svg>`)
      const id = await addContentFile(all, { purpose: 'COVER', name: 'cover.svg', mime: 'image/svg+xml', content })
      const { storageKey } = await all.db
        .selectFrom('file')
        .select('storageKey')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const folder = storageKey.slice(0, 2)
      const [whole, half, fresh, piece] = [
        `${folder}/${crypto.randomUUID()}`,
        `${storageKey}.${crypto.randomUUID()}.part`,
        `${folder}/${crypto.randomUUID()}`,
        `${folder}/${crypto.randomUUID()}`,
      ]
      for (const key of [whole, half, fresh, piece]) await all.files.put(key, Buffer.from('a copy'))
      const { id: staffId } = await makeStaff({ permissions: [] })
      const upload = { staffId, name: 'a.mp4', size: 9, chunkSize: 6, received: 6, purpose: 'VIDEO' }
      await all.db
        .insertInto('upload')
        .values({ ...upload, parts: [piece] })
        .execute()
      for (const key of [storageKey, whole, half, piece]) aged.add(key)
      expect(await removeStrayContents(all, undefined, folder)).toBe(0)
      await sql`update migration set at = at - interval '9 days'`.execute(all.db)
      onTestFinished(async () => {
        await sql`update migration set at = now()`.execute(all.db)
      })
      expect(await removeStrayContents(all, undefined, folder)).toBe(2)
      const left = (await all.files.list(folder)).map(({ key }) => key)
      expect(left).toEqual(expect.arrayContaining([storageKey, fresh, piece]))
      expect(left).not.toContain(whole)
      expect(left).not.toContain(half)

      const quarantined = async () => (await all.files.list(`quarantine/${folder}`)).map(({ key }) => key)
      expect((await quarantined()).filter((key) => key.startsWith(`quarantine/${whole}.`))).toHaveLength(1)
      const staff = { staffId, name: 'a.mp4', size: 6, purpose: 'VIDEO', mime: 'video/mp4', sha256: Buffer.alloc(32) }
      const row = { ...staff, storageKey: whole }
      const { id: back } = await all.db.insertInto('file').values(row).returning('id').executeTakeFirstOrThrow()
      all.missingReports.report(new MissingContentError(whole))
      await verifyReportedFiles(all)
      expect(await all.files.size(whole)).toBe(6)
      expect((await listMissingFiles(all, 1_000_000)).some((file) => file.id === back)).toBe(false)

      const [due, later] = ['2020-01-01', new Date().toISOString().slice(0, 10)].map(
        (day) => `quarantine/${folder}/${crypto.randomUUID()}.${day}`,
      )
      const named = `quarantine/${whole}.2020-01-01`
      await sql`update migration set at = '2019-01-01'`.execute(all.db)
      for (const key of [due, later, named]) await all.files.put(key ?? '', Buffer.from('a copy'))
      await removeStrayContents(all, undefined, folder)
      expect(await quarantined()).toEqual(expect.arrayContaining([later, named]))
      expect(await quarantined()).not.toContain(due)

      await sql`update file set deleted_at = app_now() where id = ${id}`.execute(all.db)
      expect(await removeStrayContents(all, undefined, folder)).toBe(1)
      await expect(all.files.size(storageKey)).rejects.toThrow(MissingContentError)
    },
  )

  it('stray contents are searched in one folder per minute, over all folders', async () => {
    const minutes = Array.from({ length: 256 }, (_, minute) => storageFolderOfMinute(minute * 60_000))
    expect(new Set(minutes).size).toBe(256)
    for (const folder of minutes) expect(folder).toMatch(/^[0-9a-f]{2}$/)
    const all = await deps()
    const rows = await all.db
      .selectFrom('file')
      .select('storageKey')
      .where('storageKey', 'not like', 'test/%')
      .execute()
    for (const { storageKey } of rows) expect(minutes).toContain(storageKey.slice(0, storageKey.indexOf('/')))
    expect(await removeStrayContents({ ...all, files: createLocalFileStore('/nowhere/at/all') })).toBe(0)
  })
})
