import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { contentOfStoredParts } from '../../../platform/files/content.ts'
import { hashOfParts } from '../../../platform/files/content-hash.ts'
import { type DirectAccess, findSize, StoreUnavailableError } from '../../../platform/files/store.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { StaffPurpose } from '../examine.ts'
import { insertUpload, recordPartHash, type UploadRow } from '../store/uploads.ts'
import { randomStorageKey, requireExaminedFile } from './content.ts'
import { insertUploadedFile, pieceLength, type Received, requireUpload } from './upload-row.ts'

const partBytes = 16 * 1024 * 1024

/** Other files are changed by their examination, so they come to the portal anyway. */
const filmPurposes: ReadonlySet<StaffPurpose> = new Set(['LESSON', 'VIDEO'])

/** Browsers send films that have more than one part to the store itself (decision 110). */
export function goesToStore({ purpose, size }: { purpose: StaffPurpose; size: number }): boolean {
  return filmPurposes.has(purpose) && size > partBytes
}

type DirectUpload = UploadRow & { storeKey: string; storeUpload: string }

export function isDirect(upload: UploadRow): upload is DirectUpload {
  return upload.storeKey !== null && upload.storeUpload !== null
}

export async function startDirectUpload(
  deps: Deps,
  { staffId }: StaffAtWork,
  input: { name: string; size: number; purpose: StaffPurpose },
): Promise<Received> {
  const storeKey = randomStorageKey()
  const storeUpload = await requireDirect(deps).begin(storeKey)
  const about = { ...input, staffId, pictureUse: null, chunkSize: partBytes }
  const uploadId = await insertUpload(deps.db, { ...about, storeKey, storeUpload })
  return { uploadId, received: 0, chunkSize: partBytes, sendTo: 'store' }
}

/** The variables may have changed since the upload began. */
function requireDirect({ files }: Pick<Deps, 'files'>): DirectAccess {
  if (!files.direct) throw new StoreUnavailableError('browsers do not reach it')
  return files.direct
}

/** @throws Refusal file.noSuchUpload, file.badOffset */
export async function signPart(
  deps: Deps,
  staff: StaffAtWork,
  { uploadId, offset, sha256 }: { uploadId: string; offset: number; sha256: string },
) {
  const upload = await requireUpload(deps.db, staff, uploadId)
  if (!isDirect(upload)) return refuse('file.noSuchUpload')
  const size = pieceLength(upload, offset)
  if (size === null) return refuse('file.badOffset', { received: 0, chunkSize: upload.chunkSize })
  const number = offset / upload.chunkSize + 1
  if (!(await recordPartHash(deps.db, uploadId, { number, sha256 }))) return refuse('file.noSuchUpload')
  const signed = await requireDirect(deps).signPart(upload.storeKey, {
    ...{ uploadId: upload.storeUpload, number, size, sha256 },
  })
  return { url: signed.url, headers: Object.entries(signed.headers).map(([name, value]) => ({ name, value })) }
}

export async function findDirectState(deps: Deps, upload: DirectUpload): Promise<Received> {
  const { id, chunkSize, size } = upload
  const parts = upload.fileId === null ? await listParts(deps, upload) : 'joined'
  const received = parts === 'joined' ? size : receivedOf(upload, parts)
  return { uploadId: id, received, chunkSize, sendTo: 'store' }
}

/** @returns joined when the content is there, so that no part is left. @throws Refusal file.noSuchUpload */
async function listParts(deps: Deps, { storeKey, storeUpload, size }: DirectUpload) {
  const parts = await requireDirect(deps).list(storeKey, storeUpload)
  if (parts) return parts
  return (await findSize(deps.files, storeKey)) === size ? 'joined' : refuse('file.noSuchUpload')
}

/** Bytes of the parts from the first on without a gap. */
function receivedOf(upload: DirectUpload, parts: readonly { number: number; size: number }[]): number {
  const sizes = new Map(parts.map(({ number, size }) => [number, size]))
  let received = 0
  for (let number = 1; ; number += 1) {
    const length = pieceLength(upload, received)
    if (length === null || sizes.get(number) !== length || !upload.partHashes[number - 1]) return received
    received += length
  }
}

/**
 * The store joins the parts, and the portal reads no more than the film's index. The job file.hashUploads compares the
 * content with the hashes of its parts. @throws Refusal file.incomplete, file.badFilm
 */
export async function finishDirectUpload(deps: Deps, staff: StaffAtWork, upload: DirectUpload): Promise<void> {
  const { storeKey, storeUpload, size, name, purpose, chunkSize } = upload
  const parts = await listParts(deps, upload)
  if (parts !== 'joined') {
    const received = receivedOf(upload, parts)
    if (received < size) refuse('file.incomplete', { received })
    const named = parts.toSorted((one, other) => one.number - other.number)
    await requireDirect(deps).complete(storeKey, { uploadId: storeUpload, parts: named, size })
  }
  const content = contentOfStoredParts(deps.files, { keys: [storeKey], partSize: size, size })
  const { content: wanted, ...film } = await requireExaminedFile(purpose, { name, content }, staff.staffId)
  const isIndexLate = wanted !== content
  await insertUploadedFile(deps, staff, upload.id, {
    ...{ name: film.name, mime: film.mime, width: film.width, height: film.height },
    ...(film.media && { media: { ...film.media, fastStart: !isIndexLate && film.media.fastStart } }),
    ...{ ownerId: null, staffId: staff.staffId, purpose, storageKey: storeKey, size, keepDays: null },
    ...{ sha256: hashOfParts(upload.partHashes), hashPartBytes: chunkSize, isIndexLate },
  })
}
