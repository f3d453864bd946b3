import type { Deps } from '../../../platform/deps.ts'
import { requireOwnStore } from '../../../platform/files/open-store.ts'
import { continueForBudget, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import { listExpiredFiles, listStrayStorageKeys, markFileDeleted } from '../store/files.ts'
import { abandonOldUploads, forgetUpload } from '../store/uploads.ts'
import { storageFolderOfMinute } from './content.ts'
import { listQuarantined, type QuarantinedContent, quarantineContent, quarantineDays } from './quarantine.ts'

/** An upload expires after this many hours without activity. */
const uploadHours = 24

/**
 * This job deletes expired files (docs/rules/privacy.md#captures). It removes the content before it marks the row, so
 * that a crash leaves no content behind.
 */
export async function deleteExpiredFiles(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'file.deleteDue'
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: await listExpiredFiles(deps.db, { job, limit: 500 }),
    subjectOf: ({ id }) => id,
    work: async ({ id, storageKey }) => {
      await deps.files.remove(storageKey)
      await markFileDeleted(deps.db, id)
    },
    goesOn: continueForBudget(stopping),
  })
  return done
}

/** This job deletes expired uploads. It removes chunks before the row, so that it continues after a crash. */
export async function forgetOldUploads(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'file.forgetOldUploads'
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: await abandonOldUploads(deps.db, { job, hours: uploadHours, limit: 100 }),
    subjectOf: ({ id }) => id,
    work: async ({ id, parts, state, storeKey, storeUpload }) => {
      for (const key of parts) {
        stopping?.throwIfAborted()
        await deps.files.remove(key)
      }
      if (state === 'ABANDONED' && storeKey && storeUpload) {
        await deps.files.direct?.abort(storeKey, storeUpload)
        await deps.files.remove(storeKey)
      }
      await forgetUpload(deps.db, id)
    },
    goesOn: continueForBudget(stopping),
  })
  return done
}

/** Content without a row that is older than this will never get one. */
const strayMs = 24 * 3_600_000

/**
 * This job puts contents that a crash left without a row into the quarantine, and deletes those that have been there for
 * long, one folder per minute. @returns how many it put there
 */
export async function removeStrayContents(
  deps: Deps,
  stopping?: AbortSignal,
  folder = storageFolderOfMinute(),
): Promise<number> {
  const job = 'file.removeStrays'
  const goesOn = continueForBudget(stopping)
  const settled = Date.now() - strayMs
  const old = (await deps.files.list(folder)).filter(({ writtenAt }) => writtenAt.getTime() < settled)
  const strays = await listStrayStorageKeys(deps.db, old)
  if (strays.length > 0) await requireOwnStore(deps)
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: strays,
    subjectOf: (key) => key,
    work: (key) => quarantineContent(deps.files, key, new Date()),
    goesOn,
  })
  const overdue = await listOverdue(deps, folder)
  if (overdue.length > 0) await requireOwnStore(deps)
  await sweepItemsOneByOne(deps.db, {
    job,
    items: overdue,
    subjectOf: ({ key }) => key,
    work: async ({ key, storageKey, since }) => {
      // The row may have come back since the list was made.
      const [stray] = await listStrayStorageKeys(deps.db, [{ key: storageKey, writtenAt: since }])
      return stray === undefined ? false : deps.files.remove(key)
    },
    goesOn,
  })
  return done
}

/** @returns quarantined contents to delete; one whose row has come back is left for the job file.verifyNext */
async function listOverdue({ db, files }: Deps, folder: string): Promise<QuarantinedContent[]> {
  const latest = Date.now() - quarantineDays * 86_400_000
  const old = (await listQuarantined(files, folder)).filter(({ since }) => since.getTime() < latest)
  const contents = old.map(({ storageKey, since }) => ({ key: storageKey, writtenAt: since }))
  const unnamed = new Set(await listStrayStorageKeys(db, contents))
  return old.filter(({ storageKey }) => unnamed.has(storageKey))
}
