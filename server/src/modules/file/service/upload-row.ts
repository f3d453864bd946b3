import { auditStaff } from '../../../platform/audit.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayContinueUpload } from '../policy.ts'
import { insertFile, type NewFile } from '../store/files.ts'
import { findUpload, lockUpload, setUploadFinished, type UploadRow } from '../store/uploads.ts'

export interface Received {
  uploadId: string
  received: number
  chunkSize: number
  sendTo: 'portal' | 'store'
}

/** @throws Refusal file.noSuchUpload */
export async function requireUpload(
  db: Db,
  staff: Pick<StaffAtWork, 'staffId' | 'permissions'>,
  uploadId: string,
): Promise<UploadRow> {
  const upload = await findUpload(db, uploadId)
  if (!upload || !mayContinueUpload(staff, upload)) return refuse('file.noSuchUpload')
  return upload
}

/** Returns null if no chunk starts at this offset. */
export function pieceLength(upload: UploadRow, offset: number): number | null {
  if (offset >= upload.size || offset % upload.chunkSize !== 0) return null
  return Math.min(upload.chunkSize, upload.size - offset)
}

/** @returns undefined if the upload has ended meanwhile */
export function insertUploadedFile(
  deps: Deps,
  staff: StaffAtWork,
  uploadId: string,
  kept: NewFile,
): Promise<string | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const upload = await lockUpload(tx, uploadId)
    if (upload?.state !== 'OPEN') return undefined
    const id = await insertFile(tx, kept)
    if (!id) throw new Error('an upload collided with a random key')
    await setUploadFinished(tx, uploadId, id)
    const { name, purpose, mime, size, width, height, media } = kept
    await auditStaff(tx, staff, 'file.uploaded', id, {
      after: { name, purpose, mime, size, width, height, ...(media ? { media } : {}) },
    })
    return id
  })
}
