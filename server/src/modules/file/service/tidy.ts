import type { Deps } from '../../../platform/deps.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import { findDueFiles, findStrays, markDeleted } from '../store/files.ts'
import { forgetUploads, giveUpOld } from '../store/uploads.ts'
import { folderOfMinute } from './keep.ts'

/** an upload that was not touched for so long is given up */
const uploadHours = 24

/**
 * A job: contents whose day has come are deleted (product §4 Privacy). Content first: a crash in between
 * deletes nothing twice and forgets nothing.
 */
export async function deleteDueFiles(deps: Deps): Promise<number> {
  const job = 'file.deleteDue'
  const items = await findDueFiles(deps.db, { job, limit: 500 })
  const gone: string[] = []
  await sweepEach(deps.db, {
    job,
    items,
    subjectOf: ({ id }) => id,
    work: async ({ id, storageKey }) => {
      await deps.files.remove(storageKey)
      gone.push(id)
    },
  })
  if (gone.length > 0) await markDeleted(deps.db, gone)
  return gone.length
}

/** A job: pieces of uploads that were given up go, then their rows; a crash in between is made good the next time. */
export async function forgetOldUploads(deps: Deps): Promise<number> {
  const job = 'file.forgetOldUploads'
  const items = await giveUpOld(deps.db, { job, hours: uploadHours, limit: 100 })
  const gone: string[] = []
  await sweepEach(deps.db, {
    job,
    items,
    subjectOf: ({ id }) => id,
    work: async ({ id, parts }) => {
      for (const key of parts) await deps.files.remove(key)
      gone.push(id)
    },
  })
  if (gone.length > 0) await forgetUploads(deps.db, gone)
  return gone.length
}

/** what was written so long ago has its row, or never gets one */
const strayMs = 24 * 3_600_000

/**
 * A job: contents that a process died with before their row was there, half written or whole, go after a day; a copy of somebody's data
 * would outlive every promise (product §4 Privacy). A folder a minute.
 */
export async function removeStrays(deps: Deps, folder = folderOfMinute()): Promise<number> {
  const settled = Date.now() - strayMs
  const old = (await deps.files.list(folder)).filter(
    ({ writtenAt }) => writtenAt.getTime() < settled,
  )
  const strays = await findStrays(deps.db, old)
  const { done } = await sweepEach(deps.db, {
    job: 'file.removeStrays',
    items: strays,
    subjectOf: (key) => key,
    work: (key) => deps.files.remove(key),
  })
  return done
}
