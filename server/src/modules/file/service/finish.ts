import { atMost } from '../../../platform/at-most.ts'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { storedContent } from '../../../platform/files/content.ts'
import { deskUrl, publicFileUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { StaffPurpose } from '../examine.ts'
import { isOfLesson, isPublic } from '../policy.ts'
import { findFile, insertFile, type NewFile, toMedia } from '../store/files.ts'
import { lockUpload, markFinished, type UploadRow } from '../store/uploads.ts'
import { requireExamined } from './content.ts'
import { keep } from './keep.ts'
import { requireUpload } from './staff-upload.ts'

/** what was uploaded for an import is only read by it; an invoice is kept once it has found its application, evidence once a case has it, a font once it is used */
const importKeepDays = 30
const forImports = new Set<StaffPurpose>([
  'IMPORT',
  'QUESTIONS',
  'ROSTER',
  'INVOICE',
  'MONEY',
  'FONT',
])

/** a repeat in the same process waits for the first and gets its answer, instead of doing the work twice */
const finishing = atMost(1)

/**
 * Makes a file of a complete upload: judged by its content, pictures drawn anew. Idempotent: a repeat, on any
 * process, answers with the same file.
 * @throws Refusal file.noSuchUpload, file.incomplete, file.wrongType, file.badPicture, file.unfitPicture
 */
export function finishUpload(deps: Deps, staff: StaffAtWork, input: { uploadId: string }) {
  return finishing(input.uploadId, async () => {
    const { uploadId } = input
    const upload = await requireUpload(deps.db, staff, uploadId)
    if (!upload.fileId) await makeFile(deps, staff, upload)
    const { fileId } = upload.fileId ? upload : await requireUpload(deps.db, staff, uploadId)
    return answerOf(deps, staff, fileId ?? refuse('file.noSuchUpload'))
  })
}

async function makeFile(deps: Deps, staff: StaffAtWork, upload: UploadRow): Promise<void> {
  if (upload.received < upload.size) refuse('file.incomplete', { received: upload.received })
  const { parts, chunkSize, size, name, purpose, pictureUse } = upload
  const content = storedContent(deps.files, { keys: parts, partSize: chunkSize, size })
  try {
    const examined = await requireExamined(
      purpose,
      { name, content, use: pictureUse },
      staff.staffId,
    )
    const keepDays = forImports.has(purpose) ? importKeepDays : null
    const row = { ...examined, ownerId: null, staffId: staff.staffId, purpose, keepDays }
    await keep(deps, row, (kept) => enter(deps, staff, upload.id, kept))
  } catch (error) {
    // another process finished it meanwhile, and took the pieces away under our hands
    if ((await requireUpload(deps.db, staff, upload.id)).fileId) return
    throw error
  }
  // a crash before this leaves them to the job that forgets old uploads
  for (const key of parts) await deps.files.remove(key)
}

/** The file's row, and with it the end of the upload; undefined when another request finished it first. */
function enter(
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
    await markFinished(tx, uploadId, id)
    const { name, purpose, mime, size, width, height, media } = kept
    await auditStaff(tx, staff, 'file.uploaded', id, {
      after: { name, purpose, mime, size, width, height, ...(media ? { media } : {}) },
    })
    return id
  })
}

async function answerOf(deps: Deps, { staffId }: StaffAtWork, fileId: string) {
  const file = (await findFile(deps.db, fileId)) ?? refuse('file.noSuchUpload')
  const { id, name, size, mime, width, height } = file
  const media = toMedia(file.media)
  // a lesson is for its learners; an import has no address: only the import reads it
  const own = isOfLesson(file) ? deskUrl(deps.keys, id, staffId) : ''
  const url = isPublic(file) ? publicFileUrl(id) : own
  return { id, url, name, size, mime, width, height, media, qrText: file.qrText }
}
