import type { StaffPictureUse } from '@ce/contract/picture-uses'
import { pictureRules, preparePicture } from '../prepare-picture.ts'
import { sendForm } from '../send-form.ts'
import { staffBase, staffCall } from '../staff-call.ts'
import { readStaffSession } from '../staff-session.ts'
import { checkFilm } from './check-film.ts'
import { makeUpload, type Upload, type UploadCalls } from './make-upload.ts'
import type { UploadPurpose, UploadStand } from './upload-step.ts'

/** the upload shows its own failures */
const quiet = true

const calls: UploadCalls = {
  prepare: async (file, purpose) =>
    purpose === 'PICTURE' || purpose === 'ATTACHMENT'
      ? preparePicture(file, pictureRules[purpose])
      : file,
  check: checkFilm,
  begin: (input, signal) => staffCall('POST /file/v1/begin', input, { signal, quiet }),
  ask: (uploadId, signal) =>
    staffCall('GET /file/v1/upload_state', { uploadId }, { signal, quiet }),
  finish: (uploadId, signal) => staffCall('POST /file/v1/finish', { uploadId }, { signal, quiet }),
  chunk: async ({ uploadId, offset, content }, onProgress, signal) => {
    const body = new FormData()
    body.set('uploadId', uploadId)
    body.set('offset', String(offset))
    body.set('file', content, 'chunk')
    const token = readStaffSession()?.token
    return asStand(
      await sendForm(`${staffBase}/file/v1/chunk`, body, { token, onProgress, signal, quiet }),
    )
  },
}

const beginAs =
  (use: StaffPictureUse): UploadCalls['begin'] =>
  (input, signal) =>
    staffCall('POST /file/v1/begin', { ...input, use }, { signal, quiet })

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
function asStand(data: unknown): UploadStand {
  return data as UploadStand
}

/**
 * Begins to upload a file of the staff, or goes on with one that an earlier visit left unfinished. `use`: what a picture is to be shown as.
 */
export function beginUpload(file: File, purpose: UploadPurpose, use?: StaffPictureUse): Upload {
  const upload = makeUpload(file, purpose, use ? { ...calls, begin: beginAs(use) } : calls, use)
  upload.start()
  return upload
}
