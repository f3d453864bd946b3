import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { createContentHash } from '../../../platform/files/content-hash.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import { type FileToCheck, listFilesToHash, setWholeHash } from '../store/missing.ts'

const job = 'file.hashUploads'

const atOnce = 20

/**
 * This job reads what browsers sent to the store, compares it with the hashes that they computed, and stores the hash of
 * the whole. It can stop after any file.
 */
export async function hashUploads(deps: Pick<Deps, 'db' | 'files'>, stopping?: AbortSignal): Promise<number> {
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: await listFilesToHash(deps.db, { job, limit: atOnce }),
    subjectOf: ({ id }) => id,
    work: (file) => hashUpload(deps, file, stopping),
    goesOn: continueUntilStopped(stopping),
  })
  return done
}

async function hashUpload(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  file: FileToCheck,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const [whole, inParts] = [createHash('sha256'), createContentHash(file.hashPartBytes)]
  for await (const piece of files.read(file.storageKey, { start: 0, end: file.size - 1 })) {
    stopping?.throwIfAborted()
    whole.update(piece)
    inParts.update(piece)
  }
  if (!inParts.digest().equals(file.sha256)) throw new Error('the store holds other bytes than were sent')
  await setWholeHash(db, file, whole.digest())
}
