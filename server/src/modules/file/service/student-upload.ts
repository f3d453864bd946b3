import { clientCalls } from '@ce/contract'
import { pictureProblem } from '@ce/contract/picture-uses'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { limitConcurrency } from '../../../platform/batches.ts'
import { requireValid } from '../../../platform/calls.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { contentOfBuffer } from '../../../platform/files/content.ts'
import { createPrivateUrl } from '../../../platform/files/links.ts'
import type { UploadForm } from '../../../platform/files/upload-form.ts'
import { isWholePdf, studentFileType } from '../file-kinds.ts'
import { safeFileName } from '../name.ts'
import { removeMetadata } from '../picture-metadata.ts'
import { fitsPictureLimits, readPictureShape } from '../picture-shape.ts'
import { type UploadPurpose, uploadRules } from '../policy.ts'
import { countUploadsInHour, hasOpenAccount, insertFile, lockUploadsOfStudent } from '../store/files.ts'
import { badPictureDetails, refuseFileType, storeFile } from './content.ts'

/** Limits the memory that uploads of one student use. */
const uploading = limitConcurrency(3)

/** Captures per hour; an exam attempt needs 11 to 100, plus repeats. */
const mostCaptures = 240

/** `read` is not called if an hourly limit is reached. */
export function uploadFile(deps: Deps, student: StudentActor, read: () => Promise<UploadForm>) {
  return uploading(student.studentId, () => takeUpload(deps, student, read))
}

async function takeUpload(deps: Deps, student: StudentActor, read: () => Promise<UploadForm>) {
  const settings = await deps.settings.all()
  const most = { captures: mostCaptures, others: settings['file.uploadsPerHour'] }
  const sent = await countUploadsInHour(deps.db, student.studentId)
  if (sent.captures >= most.captures && sent.others >= most.others) refuse('file.tooMany')
  const { fields, file } = await read()
  const { purpose } = requireValid(clientCalls.file.upload.request, fields)
  const kind = purpose === 'CAPTURE' || purpose === 'REHEARSAL' ? 'captures' : 'others'
  if (sent[kind] >= most[kind]) refuse('file.tooMany')
  if (!file) return refuse('file.missing', { fields: { file: '请选择文件' } })
  const { mime, content } = await requireAllowed(purpose, file)
  const name = safeFileName(file.name, mime)
  const row = {
    ownerId: student.studentId,
    purpose,
    name,
    mime,
    keepDays: keepDaysOf(purpose, settings),
  }
  const id = await storeFile(deps, { ...row, content: contentOfBuffer(content) }, (kept) =>
    inTransaction(deps.db, async (tx) => {
      // Concurrent uploads may all have passed the first count, so count again under the lock.
      await lockUploadsOfStudent(tx, student.studentId)
      const { [kind]: count } = await countUploadsInHour(tx, student.studentId)
      if (count >= most[kind]) refuse('file.tooMany')
      // The account may have been closed during a long upload.
      if (!(await hasOpenAccount(tx, student.studentId))) refuse('common.unauthorized')
      return insertFile(tx, kept)
    }),
  )
  if (!id) throw new Error('an upload collided with a random key')
  const url = createPrivateUrl(deps.keys, 'files', id, student.studentId)
  return { id, url, name, size: content.length, mime }
}

/** Null means that the file is kept for good. */
function keepDaysOf(purpose: UploadPurpose, settings: { 'exam.captureKeepDays': number }) {
  if (purpose === 'CAPTURE') return settings['exam.captureKeepDays']
  // The next job run deletes a rehearsal picture.
  return purpose === 'REHEARSAL' ? 0 : null
}

/**
 * Returns the content to keep and its type by its first bytes. @throws Refusal naming the limit or the allowed types,
 * or for a file that is no valid picture
 */
async function requireAllowed(
  purpose: UploadPurpose,
  file: NonNullable<UploadForm['file']>,
): Promise<{ mime: string; content: Buffer }> {
  const rule = uploadRules[purpose]
  if (file.truncated || file.content.length > rule.maxBytes)
    refuse('file.tooLarge', {
      limit: rule.limit,
      maxBytes: rule.maxBytes,
      fields: { file: `不能超过 ${rule.limit}` },
    })
  const mime = studentFileType(file.content)
  if (!mime || !rule.mimes.includes(mime)) return refuseFileType(rule.allowed, file.content)
  const picture = readPictureShape(file.content, mime)
  if (picture === null || (picture && !fitsPictureLimits(picture, file.content.length, rule.shape)))
    return refuse('file.badPicture', badPictureDetails)
  const unfit = rule.use && picture && pictureProblem(rule.use, picture)
  if (unfit) refuse('file.unfitPicture', { problem: unfit, fields: { file: unfit } })
  if (mime === 'application/pdf' && !(await isWholePdf(contentOfBuffer(file.content)))) {
    const problem = '文件不完整，请重新导出后再上传'
    return refuse('file.unreadable', { problem, fields: { file: problem } })
  }
  const content = removeMetadata(file.content.subarray(0, picture?.end), mime)
  return { mime, content }
}
