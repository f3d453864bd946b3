import { clientCalls } from '@ce/contract'
import { fileTypeFromBuffer } from 'file-type'
import { atMost } from '../../platform/at-most.ts'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import { checked } from '../../platform/calls.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal, refuse } from '../../platform/errors.ts'
import {
  deskHolder,
  deskLinkValid,
  linkValid,
  playbackValid,
  signedUrl,
} from '../../platform/files/links.ts'
import type { UploadForm } from '../../platform/files/upload-form.ts'
import { bufferContent } from './content.ts'
import type { StaffPurpose } from './examine.ts'
import type { Media } from './lesson-film.ts'
import { displayName } from './name.ts'
import { withoutMetadata } from './picture-metadata.ts'
import { isSoundPicture } from './picture-shape.ts'
import {
  isOfLesson,
  mayOpenFile,
  mayReadUploaded,
  mayUseFile,
  needsHolder,
  type UploadPurpose,
  uploadRules,
} from './policy.ts'
import { badPicture } from './service/content.ts'
import { keep, readContent } from './service/keep.ts'
import {
  countUploadsInHour,
  type FileRow,
  findFile,
  findFiles,
  insertFile,
  keepForGood,
  lockUploads,
  toMedia,
} from './store/files.ts'

export { isPicture, madeCopy } from './policy.ts'
export { addContentFile } from './service/content.ts'
export { areOwnFiles } from './service/own-files.ts'
export { keepCopy, type OwnedFile, ownedFiles } from './service/owned.ts'
export {
  findDeskFiles,
  findPublicFiles,
  openPublicFile,
  type PublicFile,
} from './service/public.ts'
export { expireFiles, expireOwned, expireUnused } from './store/files.ts'

/** The student's own file for a purpose. Another's, or none, is refused alike. */
export async function requireOwnFile(
  deps: Deps,
  student: StudentActor,
  id: string,
  purpose: UploadPurpose,
): Promise<FileRow> {
  const file = await findFile(deps.db, id)
  if (!file || !mayUseFile(student, file, purpose)) return refuse('common.notFound')
  return file
}

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
  const type = await fileTypeFromBuffer(file.content).catch(() => undefined)
  if (!type || !rule.mimes.includes(type.mime))
    return refuse('file.wrongType', {
      allowed: rule.allowed,
      fields: { file: `请上传 ${rule.allowed}` },
    })
  if (!isSoundPicture(file.content, type.mime, rule.shape)) refuse('file.badPicture', badPicture)
  return type.mime
}

interface FileLink {
  fileId: string
  s: string
  e: string
  t: string
  /** of a lesson's video: the sign-in it was given to */
  k?: string | undefined
}

/**
 * The file behind a private link. @throws Refusal 403 for a wrong or old link, or one whose sign-in is over or not the
 * asker's; 404 when the file is gone
 */
export async function openLinkedFile(
  deps: Deps,
  link: FileLink,
  authorization?: string,
): Promise<FileRow> {
  const { fileId: id, k } = link
  if (k === undefined) {
    if (!linkValid(deps.keys, 'files', { ...link, id })) return refuse('file.linkInvalid')
  } else if (k === deskHolder) {
    if (!deskLinkValid(deps.keys, { ...link, id })) return refuse('file.linkInvalid')
  } else await requireHolder(deps, { ...link, id, k }, authorization)
  const file = await findFile(deps.db, id)
  if (file && needsHolder(file) && k === undefined) return refuse('file.linkInvalid')
  if (!file || !mayOpenFile(link.s, file)) return refuse('file.gone')
  return file
}

/**
 * A private link to a student's file for somebody whose right to see it the caller has checked: bound to that student, ten minutes
 * (product §3). Null: no file, or its content is gone.
 */
export function linkFor(
  { keys }: Pick<Deps, 'keys'>,
  file: { id: string | null; ownerId: string | null; deletedAt: Date | null },
): string | null {
  if (!file.id || !file.ownerId || file.deletedAt) return null
  return signedUrl(keys, 'files', file.id, file.ownerId)
}

/** The sign-in that the address was given to goes on, and whoever shows a sign-in of their own is the same student. */
async function requireHolder(
  deps: Deps,
  link: { id: string; s: string; k: string; e: string; t: string },
  authorization: string | undefined,
): Promise<void> {
  const { sessions, keys } = deps
  if (!playbackValid(keys, link)) return refuse('file.linkInvalid')
  const holder = await sessions.requireByHash(link.k).catch(nobodyIfRefused)
  const asker = authorization
    ? await sessions.require(authorization).catch(nobodyIfRefused)
    : holder
  if (!holder || holder.studentId !== link.s || asker?.studentId !== link.s)
    refuse('file.linkInvalid')
}

function nobodyIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** A file a course is taught with. */
export interface LessonFile {
  id: string
  purpose: string
  name: string
  /** bytes */
  size: number
  media: Media | null
}

/** Those of the given files that lessons may be made of, by id: videos that were found to play, and captions. */
export async function findLessonFiles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, LessonFile>> {
  if (ids.length === 0) return new Map()
  const files = (await findFiles(db, ids)).filter(isOfLesson)
  return new Map(
    files.map(({ id, purpose, name, size, media }) => [
      id,
      { id, purpose, name, size, media: toMedia(media) },
    ]),
  )
}

/** Whether a member of staff has uploaded this file for this purpose. */
export async function hasUploaded(
  db: Db,
  fileId: string,
  purpose: StaffPurpose,
  staffId: string,
): Promise<boolean> {
  const file = await findFile(db, fileId)
  return file !== undefined && mayReadUploaded(staffId, file, purpose)
}

/** A file that staff uploaded for a purpose; the caller has checked who may have it. */
export async function findUploaded(
  db: Db,
  fileId: string,
  purpose: StaffPurpose,
): Promise<FileRow | undefined> {
  const file = await findFile(db, fileId)
  return file?.staffId && file.purpose === purpose ? file : undefined
}

/** An upload that would have been deleted unless it is used: it is. */
export const keepUploaded = keepForGood

/**
 * What a member of staff uploaded for a purpose, to be read by another module (an import).
 * @throws Refusal common.notFound for another's, another purpose's, or none
 */
export async function readUploaded(
  deps: Pick<Deps, 'db' | 'files'>,
  fileId: string,
  purpose: StaffPurpose,
  staffId: string,
): Promise<{ name: string; mime: string; content: Buffer }> {
  const file = await findFile(deps.db, fileId)
  if (!file || !mayReadUploaded(staffId, file, purpose)) return refuse('common.notFound')
  const { name, mime } = file
  return { name, mime, content: await readContent(deps, file) }
}
