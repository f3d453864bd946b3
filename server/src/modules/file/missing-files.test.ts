import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { addContentFile } from './service/content.ts'
import { lookIntoReports, missingFiles, verifyAll, verifyNext } from './service/verify.ts'

it('a content that is gone is said to who asks and to staff, until it is there again', async () => {
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
  // the files of earlier tests are missing in this world's folder: the page's limit would cut ours off
  const found = async () => (await missingFiles(all, 1_000_000)).find((file) => file.id === id)

  await all.files.remove(storageKey)
  const asked = await app.inject({ url: `/files/public/${id}` })
  expect(asked.statusCode).toBe(404)
  expect(asked.json()).toMatchObject({
    msg: '文件内容在服务器上缺失，请联系协会工作人员处理',
    data: { key: 'file.contentMissing' },
  })
  expect(await found()).toBeUndefined()
  await lookIntoReports(all)
  expect(await found()).toMatchObject({ purpose: 'COVER', size: text.length, storedSize: null })

  // one that is cut short is no better, and the check of all files finds it by itself
  await all.files.put(storageKey, text.subarray(0, 10))
  await sql`update file_check set after_id = null, round_ended_at = null`.execute(all.db)
  await verifyNext(all, 100_000)
  expect(await found()).toMatchObject({ storedSize: 10 })
  await all.files.put(storageKey, text)
  await verifyAll(all)
  expect(await found()).toBeUndefined()
  expect((await app.inject({ url: `/files/public/${id}` })).statusCode).toBe(200)
  await app.close()
})
