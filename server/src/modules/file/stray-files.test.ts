import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { uploadedFile } from '../../../test/factories/file.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps } from '../../../test/world.ts'
import { filesFolder, localFileStore } from '../../platform/files/store.ts'
import { folderOfMinute } from './service/keep.ts'
import { removeStrays } from './service/tidy.ts'

describe('contents that a process died with', () => {
  const day = 86_400_000

  it('go after a day, half written or whole; what a row or an upload names stays, and what is older than the database', async () => {
    const all = await deps()
    const { id } = await uploadedFile(await makeStudent(), 'AVATAR')
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
    const row = { staffId, name: 'a.mp4', size: 9, chunkSize: 6, received: 6, purpose: 'VIDEO' }
    await all.db
      .insertInto('upload')
      .values({ ...row, parts: [piece] })
      .execute()
    const old = new Date(Date.now() - 2 * day)
    for (const key of [storageKey, whole, half, piece])
      await utimes(join(filesFolder(all.env.dataDir), key), old, old)
    // the database of the tests was made a moment ago
    expect(await removeStrays(all, folder)).toBe(0)
    await sql`update migration set at = at - interval '9 days'`.execute(all.db)
    onTestFinished(async () => {
      await sql`update migration set at = at + interval '9 days'`.execute(all.db)
    })
    expect(await removeStrays(all, folder)).toBe(2)
    const left = (await all.files.list(folder)).map(({ key }) => key)
    expect(left).toEqual(expect.arrayContaining([storageKey, fresh, piece]))
    expect(left).not.toContain(whole)
    expect(left).not.toContain(half)
  })

  it('are looked for in a folder a minute, in all that a random key may lie in', async () => {
    const minutes = Array.from({ length: 256 }, (_, minute) => folderOfMinute(minute * 60_000))
    expect(new Set(minutes).size).toBe(256)
    for (const folder of minutes) expect(folder).toMatch(/^[0-9a-f]{2}$/)
    const all = await deps()
    // what factories made has a row alone, under a name of their own
    const rows = await all.db
      .selectFrom('file')
      .select('storageKey')
      .where('storageKey', 'not like', 'test/%')
      .execute()
    for (const { storageKey } of rows)
      expect(minutes).toContain(storageKey.slice(0, storageKey.indexOf('/')))
    expect(await removeStrays({ ...all, files: localFileStore('/nowhere/at/all') })).toBe(0)
  })
})
