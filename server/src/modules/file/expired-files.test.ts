import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { uploadStudentFile } from '../../../test/factories/file.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, passTime } from '../../../test/world.ts'
import { listSweepFailures } from '../../platform/db/sweep-failures.ts'
import { StoreUnavailableError } from '../../platform/files/store.ts'
import { deleteExpiredFiles } from './service/delete-unused.ts'

it('an expired file that the store refuses to remove waits alone, and a stop leaves the others for the next run', async () => {
  const all = await deps()
  const student = await makeStudent()
  const rowOf = (id: string) =>
    all.db.selectFrom('file').select(['storageKey', 'deletedAt']).where('id', '=', id).executeTakeFirstOrThrow()
  const due = await Promise.all([1, 2, 3].map(() => uploadStudentFile(student, 'CAPTURE')))
  const ids = due.map(({ id }) => id)
  await sql`update file set delete_due_at = app_now() where id = any(${ids}::uuid[])`.execute(all.db)
  const deleted = async () => (await Promise.all(ids.map(rowOf))).map(({ deletedAt }) => deletedAt !== null)
  const stop = new AbortController()
  const remove = async (key: string) => {
    stop.abort()
    await all.files.remove(key)
  }
  await expect(deleteExpiredFiles({ ...all, files: { ...all.files, remove } }, stop.signal)).rejects.toThrow('abort')
  expect((await deleted()).filter(Boolean).length).toBeLessThan(2)
  const left = (await deleted()).indexOf(false)
  const { storageKey: refused } = await rowOf(ids[left] ?? '')
  const removeOthers = async (key: string) => {
    if (key === refused) throw new StoreUnavailableError('AccessDenied', { isRefusal: true })
    await all.files.remove(key)
  }
  await deleteExpiredFiles({ ...all, files: { ...all.files, remove: removeOthers } })
  expect(await deleted()).toEqual(ids.map((_, at) => at !== left))
  const failed = (await listSweepFailures(all.db)).list.find(({ subject }) => subject === ids[left])
  expect(failed).toMatchObject({ job: 'file.deleteDue', error: expect.stringContaining('AccessDenied') })
  await passTime(60)
  await deleteExpiredFiles(all)
  expect(await deleted()).toEqual([true, true, true])
})
