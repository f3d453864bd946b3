import { staffCalls } from '@ce/contract'
import type { PictureUse } from '@ce/contract/picture-uses'
import { auditStaff } from '../../../platform/audit.ts'
import { limitConcurrency } from '../../../platform/batches.ts'
import { requireValid } from '../../../platform/calls.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { contentOfStoredParts } from '../../../platform/files/content.ts'
import { createDeskFileUrl, createPublicFileUrl } from '../../../platform/files/links.ts'
import type { UploadForm } from '../../../platform/files/upload-form.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { StaffPurpose } from '../examine.ts'
import { isLessonFile, isPublicFile, mayContinueUpload, mayUpload } from '../policy.ts'
import { findFile, insertFile, type NewFile, toLessonMedia } from '../store/files.ts'
import {
  appendUploadPart,
  findUpload,
  insertUpload,
  lockUpload,
  setUploadFinished,
  type UploadRow,
} from '../store/uploads.ts'
import { requireExaminedFile, requireFileSize, storeFile, storeThenInsert } from './content.ts'

/** Files of an import stay this many days; invoices, evidence and fonts become permanent once used. */
const importKeepDays = 30

const forImports = new Set<StaffPurpose>(['IMPORT', 'QUESTIONS', 'ROSTER', 'INVOICE', 'MONEY', 'FONT'])

const finishing = limitConcurrency(1)

export const uploadChunkBytes = 4 * 1024 * 1024

interface Received {
  uploadId: string
  received: number
  chunkSize: number
}

/** @throws Refusal staff.forbidden, file.tooLarge */
export async function startUpload(
  deps: Deps,
  staff: StaffAtWork,
  { use, ...input }: { name: string; size: number; purpose: StaffPurpose; use?: PictureUse | undefined },
): Promise<Received> {
  if (!mayUpload(staff, input.purpose)) refuse('staff.forbidden')
  requireFileSize(input.purpose, input.size)
  const pictureUse = (input.purpose === 'PICTURE' && use) || null
  const { staffId } = staff
  const uploadId = await insertUpload(deps.db, { ...input, pictureUse, staffId, chunkSize: uploadChunkBytes })
  return { uploadId, received: 0, chunkSize: uploadChunkBytes }
}

/** Limits the memory that chunks of one staff member use. */
const taking = limitConcurrency(3)

/**
 * Any server process may take a chunk, and a repeated chunk changes nothing. @throws Refusal file.noSuchUpload,
 * file.badOffset with the next offset, file.missing
 */
export function storeChunk(deps: Deps, staff: StaffAtWork, read: () => Promise<UploadForm>) {
  return taking(staff.staffId, async () => {
    const { fields, file } = await read()
    const { uploadId, offset } = requireValid(staffCalls.file.chunk.request, fields)
    const upload = await requireUpload(deps.db, staff, uploadId)
    const length = pieceLength(upload, offset)
    if (length === null || offset > upload.received) return badOffset(upload)
    if (offset < upload.received) return stand(upload)
    if (!file) return refuse('file.missing', { fields: { file: '请选择文件' } })
    if (file.content.length !== length) return badOffset(upload)
    await addChunk(deps, upload.id, { offset, content: file.content })
    return stand(await requireUpload(deps.db, staff, uploadId))
  })
}

/** Returns null if no chunk starts at this offset. */
function pieceLength(upload: UploadRow, offset: number): number | null {
  if (offset >= upload.size || offset % upload.chunkSize !== 0) return null
  return Math.min(upload.chunkSize, upload.size - offset)
}

/** If a concurrent request has stored the same chunk, this one is removed. */
async function addChunk(
  deps: Deps,
  uploadId: string,
  { offset, content }: { offset: number; content: Buffer },
): Promise<void> {
  await storeThenInsert(deps.files, content, (key) =>
    appendUploadPart(deps.db, uploadId, { key, offset, size: content.length }),
  )
}

export async function findUploadState(deps: Deps, staff: StaffAtWork, input: { uploadId: string }): Promise<Received> {
  return stand(await requireUpload(deps.db, staff, input.uploadId))
}

/** @throws Refusal file.noSuchUpload */
export async function requireUpload(db: Db, staff: Pick<StaffAtWork, 'staffId'>, uploadId: string): Promise<UploadRow> {
  const upload = await findUpload(db, uploadId)
  if (!upload || !mayContinueUpload(staff, upload)) return refuse('file.noSuchUpload')
  return upload
}

function stand({ id, received, chunkSize }: UploadRow): Received {
  return { uploadId: id, received, chunkSize }
}

function badOffset({ received, chunkSize }: UploadRow): never {
  return refuse('file.badOffset', { received, chunkSize })
}

/**
 * A repeated call returns the same file. @throws Refusal file.noSuchUpload, file.incomplete, file.wrongType,
 * file.badPicture, file.unfitPicture
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
  const content = contentOfStoredParts(deps.files, { keys: parts, partSize: chunkSize, size })
  try {
    const examined = await requireExaminedFile(purpose, { name, content, use: pictureUse }, staff.staffId)
    const keepDays = forImports.has(purpose) ? importKeepDays : null
    const row = { ...examined, ownerId: null, staffId: staff.staffId, purpose, keepDays }
    await storeFile(deps, row, (kept) => enter(deps, staff, upload.id, kept))
  } catch (error) {
    // Another process may have finished the upload and removed its chunks.
    if ((await requireUpload(deps.db, staff, upload.id)).fileId) return
    throw error
  }
  // After a crash here, the cleanup job removes the chunks.
  for (const key of parts) await deps.files.remove(key)
}

function enter(deps: Deps, staff: StaffAtWork, uploadId: string, kept: NewFile): Promise<string | undefined> {
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

async function answerOf(deps: Deps, { staffId }: StaffAtWork, fileId: string) {
  const file = (await findFile(deps.db, fileId)) ?? refuse('file.noSuchUpload')
  const { id, name, size, mime, width, height } = file
  const media = toLessonMedia(file.media)
  // A lesson film gets a desk link; an import file has no address.
  const own = isLessonFile(file) ? createDeskFileUrl(deps.keys, id, staffId) : ''
  const url = isPublicFile(file) ? createPublicFileUrl(id) : own
  return { id, url, name, size, mime, width, height, media, qrText: file.qrText }
}
