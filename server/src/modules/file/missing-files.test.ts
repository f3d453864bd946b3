import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { deps } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { type FileStore, MissingContentError, StoreUnavailableError } from '../../platform/files/store.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { addContentFile } from './service/content.ts'
import { checkFileContents, listMissingFiles, verifyNextFiles, verifyReportedFiles } from './service/verify.ts'

it('missing content of a file is reported to readers and staff until it is restored', async () => {
  const all = await deps()
  const pagesDir = fileURLToPath(new URL('../../../test/pages', import.meta.url))
  const app = await buildApp({ ...all, env: { ...all.env, pagesDir } })
  const text = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!-- ${Date.now()} --></svg>`)
  const cover = { purpose: 'COVER' as const, name: 'cover.svg', mime: 'image/svg+xml' }
  const id = await addContentFile(all, { ...cover, content: text })
  const { storageKey } = await all.db
    .selectFrom('file')
    .select('storageKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Files of earlier tests are missing too, so read a page that is large enough.
  const found = async () => (await listMissingFiles(all, 1_000_000)).find((file) => file.id === id)

  await all.files.remove(storageKey)
  const asked = await app.inject({ url: `/files/public/${id}` })
  expect(asked.statusCode).toBe(404)
  expect(asked.json()).toMatchObject({
    msg: '文件内容在服务器上缺失，请联系协会工作人员处理',
    data: { key: 'file.contentMissing' },
  })
  expect(await found()).toBeUndefined()
  await verifyReportedFiles(all)
  expect(await found()).toMatchObject({ purpose: 'COVER', size: text.length, storedSize: null })

  await all.files.put(storageKey, text.subarray(0, 10))
  const checkAll = async () => {
    await sql`update file_check set after_id = null, round_ended_at = null`.execute(all.db)
    await verifyNextFiles(all, undefined, 100_000)
  }
  await checkAll()
  expect(await found()).toMatchObject({ storedSize: 10 })
  await all.files.put(storageKey, text)
  await checkAll()
  expect(await found()).toBeUndefined()
  expect((await app.inject({ url: `/files/public/${id}` })).statusCode).toBe(200)
  await app.close()
})

it('a content that the store refuses is the fault of one file, and a store that refuses all says nothing of its files', async () => {
  const all = await deps()
  const add = (text: string) => {
    const content = Buffer.from(`<svg>${text} ${Date.now()}</svg>`)
    return addContentFile(all, { purpose: 'COVER', name: 'a.svg', mime: 'image/svg+xml', content })
  }
  const [one, other] = [await add('one'), await add('other')]
  const rows = await all.db.selectFrom('file').select(['id', 'storageKey']).where('id', 'in', [one, other]).execute()
  const refused = rows.find(({ id }) => id === one)?.storageKey ?? ''
  const withStore = (isRefused: (key: string) => boolean) => {
    const size = async (key: string) => {
      if (isRefused(key)) throw new StoreUnavailableError('HTTP 403', { isRefusal: true })
      return all.files.size(key)
    }
    return { ...all, files: { ...all.files, size } }
  }
  const missing = async () => (await listMissingFiles(all, 1_000_000)).map(({ id }) => id)
  const report = () => {
    for (const { storageKey } of rows) all.missingReports.report(new MissingContentError(storageKey))
  }

  report()
  await expect(verifyReportedFiles(withStore(() => true))).rejects.toThrow('HTTP 403')
  expect(await missing()).not.toContain(one)
  await verifyReportedFiles(withStore((key) => key === refused))
  expect(await missing()).toContain(one)
  expect(await missing()).not.toContain(other)

  const before = await all.db
    .selectFrom('file')
    .select('id')
    .where('id', '<', one)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  const { faults } = await checkFileContents(
    withStore((key) => key === refused),
    before[0]?.id ?? null,
  )
  expect(faults.filter((fault) => fault.includes(one))).toEqual([
    `file ${one} (COVER, ${refused}): its content cannot be read (the file store cannot be used: HTTP 403)`,
  ])
  report()
  await verifyReportedFiles(all)
  expect(await missing()).not.toContain(one)
})

it('a folder of the quarantine that cannot be read leaves the other files to be checked', async () => {
  const all = await deps()
  const rows = [1, 2].map((no) => {
    const id = crypto.randomUUID()
    const text = { name: `${no}.mp4`, purpose: 'VIDEO', mime: 'video/mp4' }
    return { ...text, storageKey: `${id.slice(0, 2)}/${id}`, size: 6, sha256: randomBytes(32) }
  })
  const added = await all.db.insertInto('file').values(rows).returning(['id', 'storageKey']).execute()
  const [broken, back] = added
  if (!broken || !back) throw new Error('no rows')
  await all.files.put(`quarantine/${back.storageKey}.2026-01-01`, Buffer.from('a copy'))
  const list: FileStore['list'] = async (folder) => {
    if (folder === `quarantine/${broken.storageKey.slice(0, 2)}`) throw new Error('EIO: i/o error, scandir')
    return all.files.list(folder)
  }
  for (const { storageKey } of added) all.missingReports.report(new MissingContentError(storageKey))
  const logged = vi.spyOn(faultLog, 'error').mockImplementation(() => {})
  await verifyReportedFiles({ ...all, files: { ...all.files, list } })
  expect(logged).toHaveBeenCalledTimes(1)
  logged.mockRestore()
  const missing = (await listMissingFiles(all, 1_000_000)).map(({ id }) => id)
  expect([missing.includes(broken.id), missing.includes(back.id)]).toEqual([true, false])
  await all.db.updateTable('file').set({ deletedAt: new Date() }).where('id', 'in', [broken.id, back.id]).execute()
})

it('the check of all files ends with a stop and goes on where it was', async () => {
  const all = await deps()
  const place = () => all.db.selectFrom('fileCheck').select(['afterId', 'roundEndedAt']).executeTakeFirstOrThrow()
  await sql`update file_check set after_id = null, round_ended_at = null`.execute(all.db)
  await expect(verifyNextFiles(all, AbortSignal.abort())).rejects.toThrow('abort')
  expect(await place()).toEqual({ afterId: null, roundEndedAt: null })
  const last = await all.db.selectFrom('file').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await sql`update file_check set after_id = ${last.id}`.execute(all.db)
  await verifyNextFiles(all)
  expect(await place()).toMatchObject({ afterId: null, roundEndedAt: expect.any(Date) })
})
