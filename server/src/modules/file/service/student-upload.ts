import { clientCalls } from '@ce/contract'
import { pictureProblem } from '@ce/contract/picture-uses'
import { atMost } from '../../../platform/at-most.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { checked } from '../../../platform/calls.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { bufferContent } from '../../../platform/files/content.ts'
import { signedUrl } from '../../../platform/files/links.ts'
import type { UploadForm } from '../../../platform/files/upload-form.ts'
import { mimeOf } from '../mime.ts'
import { displayName } from '../name.ts'
import { isWholePdf } from '../pdf.ts'
import { withoutMetadata } from '../picture-metadata.ts'
import { isSoundPicture, sidesOfPicture } from '../picture-shape.ts'
import { type UploadPurpose, uploadRules } from '../policy.ts'
import { countUploadsInHour, hasOpenAccount, insertFile, lockUploads } from '../store/files.ts'
import { badPicture, refuseKind } from './content.ts'
import { keep } from './keep.ts'

/** an upload lies in memory until it is kept: one student fills no more of it than this */
const uploading = atMost(3)

/**
 * An exam's pictures in an hour, with those of rehearsals, whatever staff allow for what is sent by hand. An attempt asks for eleven, for a
 * hundred at most where it was given more time; the next attempt and the next exam begin at once, and each picture may be sent again when
 * its answer was lost.
 */
const mostCaptures = 240

/**
 * Takes a student's upload: what it is says its content, never its name. Private, under a random key.
 * `read` gives the form; it is not called once the student has uploaded too much of everything in the hour.
 */
export function uploadFile(deps: Deps, student: StudentActor, read: () => Promise<UploadForm>) {
  return uploading(student.studentId, () => takeUpload(deps, student, read))
}

async function takeUpload(deps: Deps, student: StudentActor, read: () => Promise<UploadForm>) {
  const settings = await deps.settings.all()
  const most = { captures: mostCaptures, others: settings['file.uploadsPerHour'] }
  const sent = await countUploadsInHour(deps.db, student.studentId)
  // which of them it is says the form
  if (sent.captures >= most.captures && sent.others >= most.others) refuse('file.tooMany')
  const { fields, file } = await read()
  const { purpose } = checked(clientCalls.file.upload.request, fields)
  const kind = purpose === 'CAPTURE' || purpose === 'REHEARSAL' ? 'captures' : 'others'
  if (sent[kind] >= most[kind]) refuse('file.tooMany')
  if (!file) return refuse('file.missing', { fields: { file: '请选择文件' } })
  const mime = await requireAllowed(purpose, file)
  // nobody needs to know where a student's picture was taken, and with what
  const content = withoutMetadata(file.content, mime)
  const name = displayName(file.name, mime)
  const row = {
    ownerId: student.studentId,
    purpose,
    name,
    mime,
    keepDays: keepDaysOf(purpose, settings),
  }
  const id = await keep(deps, { ...row, content: bufferContent(content) }, (kept) =>
    inTransaction(deps.db, async (tx) => {
      // those sent all at once have all passed the count above
      await lockUploads(tx, student.studentId)
      const { [kind]: count } = await countUploadsInHour(tx, student.studentId)
      if (count >= most[kind]) refuse('file.tooMany')
      // a large one takes its time: the account may be gone by now, and everything of it
      if (!(await hasOpenAccount(tx, student.studentId))) refuse('common.unauthorized')
      return insertFile(tx, kept)
    }),
  )
  if (!id) throw new Error('an upload collided with a random key')
  const url = signedUrl(deps.keys, 'files', id, student.studentId)
  return { id, url, name, size: content.length, mime }
}

/** How long an upload is kept if nothing else ends it; null: for good. */
function keepDaysOf(purpose: UploadPurpose, settings: { 'exam.captureKeepDays': number }) {
  if (purpose === 'CAPTURE') return settings['exam.captureKeepDays']
  // it has said all it had to say by having come: the next run of the job has it
  return purpose === 'REHEARSAL' ? 0 : null
}

/** The content's type by its first bytes. @throws Refusal naming the limit, or the kinds that are allowed, or a picture that is none */
async function requireAllowed(
  purpose: UploadPurpose,
  file: NonNullable<UploadForm['file']>,
): Promise<string> {
  const rule = uploadRules[purpose]
  if (file.truncated || file.content.length > rule.maxBytes)
    refuse('file.tooLarge', {
      limit: rule.limit,
      maxBytes: rule.maxBytes,
      fields: { file: `不能超过 ${rule.limit}` },
    })
  const mime = mimeOf(file.content)
  if (!mime || !rule.mimes.includes(mime)) return refuseKind(rule.allowed, file.content)
  if (!isSoundPicture(file.content, mime, rule.shape)) refuse('file.badPicture', badPicture)
  const sides = rule.use ? sidesOfPicture(file.content, mime) : null
  const unfit = rule.use && sides && pictureProblem(rule.use, sides)
  if (unfit) refuse('file.unfitPicture', { problem: unfit, fields: { file: unfit } })
  if (mime === 'application/pdf' && !(await isWholePdf(bufferContent(file.content)))) {
    const problem = '文件不完整，请重新导出后再上传'
    return refuse('file.unreadable', { problem, fields: { file: problem } })
  }
  return mime
}
