import { staffCalls } from '@ce/contract'
import type { PictureUse } from '@ce/contract/picture-uses'
import { atMost } from '../../../platform/at-most.ts'
import { checked } from '../../../platform/calls.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { UploadForm } from '../../../platform/files/upload-form.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { StaffPurpose } from '../examine.ts'
import { mayContinueUpload, mayUpload } from '../policy.ts'
import { addPart, findUpload, insertUpload, type UploadRow } from '../store/uploads.ts'
import { requireSize } from './content.ts'
import { putThenEnter } from './keep.ts'

/** bytes; every piece is as long but the last */
export const chunkSize = 4 * 1024 * 1024

/** How much of an upload lies safely on the server. */
interface Received {
  uploadId: string
  received: number
  chunkSize: number
}

/** A new upload in pieces. @throws Refusal staff.forbidden, file.tooLarge */
export async function beginUpload(
  deps: Deps,
  staff: StaffAtWork,
  {
    use,
    ...input
  }: { name: string; size: number; purpose: StaffPurpose; use?: PictureUse | undefined },
): Promise<Received> {
  if (!mayUpload(staff, input.purpose)) refuse('staff.forbidden')
  requireSize(input.purpose, input.size)
  const pictureUse = (input.purpose === 'PICTURE' && use) || null
  const { staffId } = staff
  const uploadId = await insertUpload(deps.db, { ...input, pictureUse, staffId, chunkSize })
  return { uploadId, received: 0, chunkSize }
}

/** a piece lies in memory until it is kept: one member of staff fills no more of it than this */
const taking = atMost(3)

/**
 * Takes one piece. Any server process may: a piece is an object of its own in the file store, and its place in the
 * order is decided by the database. A piece that is there already changes nothing.
 * @throws Refusal file.noSuchUpload, file.badOffset saying where to go on, file.missing
 */
export function takeChunk(deps: Deps, staff: StaffAtWork, read: () => Promise<UploadForm>) {
  return taking(staff.staffId, async () => {
    const { fields, file } = await read()
    const { uploadId, offset } = checked(staffCalls.file.chunk.request, fields)
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

/** How many bytes belong to the piece at an offset; null where no piece begins. */
function pieceLength(upload: UploadRow, offset: number): number | null {
  if (offset >= upload.size || offset % upload.chunkSize !== 0) return null
  return Math.min(upload.chunkSize, upload.size - offset)
}

/** Of two requests with the same piece, one's bytes go again. */
async function addChunk(
  deps: Deps,
  uploadId: string,
  { offset, content }: { offset: number; content: Buffer },
): Promise<void> {
  await putThenEnter(deps.files, content, (key) =>
    addPart(deps.db, uploadId, { key, offset, size: content.length }),
  )
}

/** Where to go on after a break. */
export async function uploadState(
  deps: Deps,
  staff: StaffAtWork,
  input: { uploadId: string },
): Promise<Received> {
  return stand(await requireUpload(deps.db, staff, input.uploadId))
}

/** One's own upload; another's answers as one that never was. @throws Refusal file.noSuchUpload */
export async function requireUpload(
  db: Db,
  staff: Pick<StaffAtWork, 'staffId'>,
  uploadId: string,
): Promise<UploadRow> {
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
