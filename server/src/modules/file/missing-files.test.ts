import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { addContentFile } from './service/content.ts'
import { listMissingFiles, verifyNextFiles, verifyReportedFiles } from './service/verify.ts'

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
    await verifyNextFiles(all, 100_000)
  }
  await checkAll()
  expect(await found()).toMatchObject({ storedSize: 10 })
  await all.files.put(storageKey, text)
  await checkAll()
  expect(await found()).toBeUndefined()
  expect((await app.inject({ url: `/files/public/${id}` })).statusCode).toBe(200)
  await app.close()
})
