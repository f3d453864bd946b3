import type { StaffPictureUse } from '@ce/contract/picture-uses'
import { pictureRules, preparePicture } from '../prepare-picture.ts'
import { sendForm, sendPiece } from '../send-form.ts'
import { canHash, sha256Of, toHex } from '../sha256.ts'
import { staffCall, staffCallsBase } from '../staff-call.ts'
import { readStaffSession } from '../staff-session.ts'
import { checkFilm } from './check-film.ts'
import { createUpload, type ResumableUpload, type UploadCalls } from './make-upload.ts'
import type { UploadPosition, UploadPurpose } from './upload-step.ts'

/** The upload shows its own failures. */
const quiet = true

const calls: UploadCalls = {
  prepare: async (file, purpose) =>
    purpose === 'PICTURE' || purpose === 'ATTACHMENT' ? preparePicture(file, pictureRules[purpose]) : file,
  check: checkFilm,
  begin: (input, signal) => staffCall('POST /file/v1/begin', { ...input, hashesParts: canHash }, { signal, quiet }),
  part: async ({ uploadId, offset, content }, onProgress, signal) => {
    const sha256 = toHex(await sha256Of(await content.arrayBuffer()))
    const signed = await staffCall('POST /file/v1/sign_part', { uploadId, offset, sha256 }, { signal, quiet })
    await sendPiece(signed, content, { onProgress, signal })
  },
  ask: (uploadId, signal) => staffCall('GET /file/v1/upload_state', { uploadId }, { signal, quiet }),
  finish: (uploadId, signal) => staffCall('POST /file/v1/finish', { uploadId }, { signal, quiet }),
  chunk: async ({ uploadId, offset, content }, onProgress, signal) => {
    const body = new FormData()
    body.set('uploadId', uploadId)
    body.set('offset', String(offset))
    body.set('file', content, 'chunk')
    const token = readStaffSession()?.token
    return asStand(await sendForm(`${staffCallsBase}/file/v1/chunk`, body, { token, onProgress, signal, quiet }))
  },
}

const beginAs =
  (use: StaffPictureUse): UploadCalls['begin'] =>
  (input, signal) =>
    staffCall('POST /file/v1/begin', { ...input, use, hashesParts: canHash }, { signal, quiet })

/** The server validates the data of code 1 with the contract's response schema, so the cast is safe. */
function asStand(data: unknown): UploadPosition {
  return data as UploadPosition
}

/** Starts or continues an upload; `use` tells how a picture will be shown. */
export function beginUpload(file: File, purpose: UploadPurpose, use?: StaffPictureUse): ResumableUpload {
  const upload = createUpload(file, purpose, use ? { ...calls, begin: beginAs(use) } : calls, use)
  upload.start()
  return upload
}
