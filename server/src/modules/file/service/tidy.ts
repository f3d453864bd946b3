import type { Deps } from '../../../platform/deps.ts'
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
  const due = await findDueFiles(deps.db, 500)
  for (const { storageKey } of due) await deps.files.remove(storageKey)
  if (due.length > 0)
    await markDeleted(
      deps.db,
      due.map(({ id }) => id),
    )
  return due.length
}

/** A job: pieces of uploads that were given up go, then their rows; a crash in between is made good the next time. */
export async function forgetOldUploads(deps: Deps): Promise<number> {
  const old = await giveUpOld(deps.db, uploadHours, 100)
  for (const { parts } of old) for (const key of parts) await deps.files.remove(key)
  if (old.length > 0)
    await forgetUploads(
      deps.db,
      old.map(({ id }) => id),
    )
  return old.length
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
  for (const key of strays) await deps.files.remove(key)
  return strays.length
}
