import { staffCalls } from '@ce/contract'
import type { PictureUse } from '@ce/contract/picture-uses'
import { limitConcurrency } from '../../../platform/batches.ts'
import { requireValid } from '../../../platform/calls.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { contentOfStoredParts } from '../../../platform/files/content.ts'
import { createDeskFileUrl, createPublicFileUrl } from '../../../platform/files/links.ts'
import type { UploadForm } from '../../../platform/files/upload-form.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { StaffPurpose } from '../examine.ts'
import { isLessonFile, isPublicFile, mayUpload } from '../policy.ts'
import { findFile, toLessonMedia } from '../store/files.ts'
import { appendUploadPart, countOpenUploads, insertUpload, type UploadRow } from '../store/uploads.ts'
import { requireExaminedFile, requireFileSize, storeFile, storeThenInsert } from './content.ts'
import { findDirectState, finishDirectUpload, goesToStore, isDirect, startDirectUpload } from './direct-upload.ts'
import { insertUploadedFile, pieceLength, type Received, requireUpload } from './upload-row.ts'

/** Files of an import stay this many days; invoices, evidence and fonts become permanent once used. */
const importKeepDays = 30

const forImports = new Set<StaffPurpose>(['IMPORT', 'QUESTIONS', 'ROSTER', 'INVOICE', 'MONEY', 'FONT'])

const finishing = limitConcurrency(1)

export const uploadChunkBytes = 4 * 1024 * 1024

interface UploadBeginning {
  name: string
  size: number
  purpose: StaffPurpose
  use?: PictureUse | undefined
  hashesParts?: boolean | undefined
}

/** Unfinished ones use room in the store until they are a day old. */
const mostOpenUploads = 50

/** @throws Refusal staff.forbidden, file.tooLarge, common.tooOften */
export async function startUpload(
  deps: Deps,
  staff: StaffAtWork,
  { use, hashesParts, ...input }: UploadBeginning,
): Promise<Received> {
  if (!mayUpload(staff, input.purpose)) refuse('staff.forbidden')
  requireFileSize(input.purpose, input.size)
  if ((await countOpenUploads(deps.db, staff.staffId)) >= mostOpenUploads) refuse('common.tooOften', { seconds: 3600 })
  if (hashesParts && deps.files.direct && goesToStore(input)) return startDirectUpload(deps, staff, input)
  const pictureUse = (input.purpose === 'PICTURE' && use) || null
  const { staffId } = staff
  const uploadId = await insertUpload(deps.db, { ...input, pictureUse, staffId, chunkSize: uploadChunkBytes })
  return { uploadId, received: 0, chunkSize: uploadChunkBytes, sendTo: 'portal' }
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
    if (upload.storeKey) return refuse('file.noSuchUpload')
    if (length === null || offset > upload.received) return badOffset(upload)
    if (offset < upload.received) return stand(upload)
    if (!file) return refuse('file.missing', { fields: { file: '请选择文件' } })
    if (file.content.length !== length) return badOffset(upload)
    await addChunk(deps, upload.id, { offset, content: file.content })
    return stand(await requireUpload(deps.db, staff, uploadId))
  })
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
  const upload = await requireUpload(deps.db, staff, input.uploadId)
  return isDirect(upload) ? findDirectState(deps, upload) : stand(upload)
}

function stand({ id, received, chunkSize }: UploadRow): Received {
  return { uploadId: id, received, chunkSize, sendTo: 'portal' }
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
    if (!upload.fileId) {
      if (isDirect(upload)) await finishDirectUpload(deps, staff, upload)
      else await makeFile(deps, staff, upload)
    }
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
    await storeFile(deps, row, (kept) => insertUploadedFile(deps, staff, upload.id, kept))
  } catch (error) {
    // Another process may have finished the upload and removed its chunks.
    if ((await requireUpload(deps.db, staff, upload.id)).fileId) return
    throw error
  }
  // After a crash here, the cleanup job removes the chunks.
  for (const key of parts) await deps.files.remove(key)
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
