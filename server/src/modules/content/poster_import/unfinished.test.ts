import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { uploadStaffFile } from '../../../../test/factories/file.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { buildZip } from '../../../../test/factories/zip.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { resumeStalledImports } from './service/run.ts'
import { findContentImport, startContentImport } from './store.ts'

async function checkOf(staff: TestStaff, titles: readonly string[]) {
  const entries = titles.map((title, at) => ({ name: `news/${at}.md`, content: `# ${title}\n正文` }))
  const packed = { purpose: 'IMPORT', name: 'site.zip', content: buildZip(entries) } as const
  const { id: fileId } = await uploadStaffFile(staff.token, packed)
  return () => staffCall('POST /poster_import/v1/check', { fileId, categoryId: null }, staff.token)
}

it('a staff member may leave a hundred imports of content unwritten, and is refused the next until one is cancelled', async () => {
  const importer = await makeStaff({ permissions: ['poster.import'] })
  const check = await checkOf(importer, [`第一百零一 ${crypto.randomUUID()}`])
  const { data } = await check()
  const { db } = await deps()
  await sql`
    insert into poster_import (staff_id, file_id, report)
    select staff_id, file_id, report from poster_import, generate_series(1, 99) where id = ${data.importId}`.execute(db)
  expect(await check()).toMatchObject({ key: 'common.tooManyImports' })
  await mustStaff('POST /poster_import/v1/cancel', { importId: data.importId }, importer.token)
  expect(await check()).toMatchObject({ code: 1 })
})

it('a process that stops in order gives its import back between two rows', async () => {
  const importer = await makeStaff({ permissions: ['poster.import'] })
  const titles = [`停一 ${crypto.randomUUID()}`, `停二 ${crypto.randomUUID()}`]
  const { importId } = (await (await checkOf(importer, titles))()).data
  const all = await deps()
  await all.db.transaction().execute((tx) => startContentImport(tx, importId, { publish: false, runIp: '::1' }))
  await sql`update poster_import set touched_at = app_now() - interval '1 hour' where id = ${importId}`.execute(all.db)
  const stop = new AbortController()
  const db = all.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      // The import has locked its first row.
      if (result.rows.some((one) => Object.keys(one).join() === 'done')) stop.abort()
      return result
    },
  })
  await expect(resumeStalledImports({ ...all, db }, stop.signal)).rejects.toThrow('abort')
  expect(await findContentImport(all.db, importId)).toMatchObject({ state: 'RUNNING', done: 1 })
  await resumeStalledImports(all)
  expect(await findContentImport(all.db, importId)).toMatchObject({ state: 'DONE', done: 2 })
  const made = all.db.selectFrom('poster').select('draftTitle').where('draftTitle', 'in', titles)
  expect(await made.execute()).toHaveLength(2)
})
