import { createHash, randomUUID } from 'node:crypto'
import { clientCalls } from '@ce/contract'
import { fileTypeFromBuffer } from 'file-type'
import { atMost } from '../../platform/at-most.ts'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import { checked } from '../../platform/calls.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { linkValid, signedUrl } from '../../platform/files/links.ts'
import type { UploadForm } from '../../platform/files/upload-form.ts'
import { displayName } from './name.ts'
import { mayOpenFile, mayUseFile, type UploadPurpose, uploadRules } from './policy.ts'
import {
  countUploadsInHour,
  type FileRow,
  findContent,
  findDueFiles,
  findFile,
  insertFile,
  lockUploads,
  markDeleted,
  type NewFile,
} from './store.ts'

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
 * Takes a student's upload: what it is says its content, never its name. Private, under a random key.
 * `read` gives the form; it is not called once the student has uploaded too much in the hour.
 */
export function uploadFile(deps: Deps, student: StudentActor, read: () => Promise<UploadForm>) {
  return uploading(student.studentId, () => takeUpload(deps, student, read))
}

async function takeUpload(deps: Deps, student: StudentActor, read: () => Promise<UploadForm>) {
  const settings = await deps.settings.all()
  const most = settings['file.uploadsPerHour']
  if ((await countUploadsInHour(deps.db, student.studentId)) >= most) refuse('file.tooMany')
  const { fields, file } = await read()
  const { purpose } = checked(clientCalls.file.upload.request, fields)
  if (!file) return refuse('file.missing', { fields: { file: '请选择文件' } })
  const mime = await requireAllowed(purpose, file)
  const name = displayName(file.name, mime)
  const keepDays = purpose === 'CAPTURE' ? settings['exam.captureKeepDays'] : null
  const row = { ownerId: student.studentId, purpose, name, mime, keepDays }
  const id = await keep(deps, { ...row, content: file.content }, (kept) =>
    inTransaction(deps.db, async (tx) => {
      // those sent all at once have all passed the count above
      await lockUploads(tx, student.studentId)
      if ((await countUploadsInHour(tx, student.studentId)) >= most) refuse('file.tooMany')
      return insertFile(tx, kept)
    }),
  )
  if (!id) throw new Error('an upload collided with a random key')
  const url = signedUrl(deps.keys, 'files', id, student.studentId)
  return { id, url, name, size: file.content.length, mime }
}

/** The content's type by its first bytes. @throws Refusal naming the limit or the kinds that are allowed */
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
  return type.mime
}

/**
 * Adds content of the product itself (seeds; later the console): a lesson for learners or a cover for everyone.
 * The same content for the same purpose is kept once; a repeat gives the first id. `db` may be a transaction.
 */
export async function addContentFile(
  deps: Pick<Deps, 'db' | 'files'>,
  content: { purpose: 'LESSON' | 'COVER'; name: string; mime: string; content: Buffer },
  db: Db = deps.db,
): Promise<string> {
  const sha256 = createHash('sha256').update(content.content).digest()
  const known = await findContent(db, content.purpose, sha256)
  if (known) return known.id
  const id = await keep(deps, { ...content, ownerId: null, keepDays: null }, (row) =>
    insertFile(db, row),
  )
  if (id) return id
  // another process added it in between
  const theirs = await findContent(db, content.purpose, sha256)
  if (!theirs) throw new Error('the content just added is gone')
  return theirs.id
}

/** Content first, durable, then the row: a row never names bytes that may be lost; without a row they go again. */
async function keep(
  deps: Pick<Deps, 'files'>,
  file: Pick<NewFile, 'ownerId' | 'purpose' | 'name' | 'mime' | 'keepDays'> & { content: Buffer },
  insert: (row: NewFile) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { content, ...row } = file
  const random = randomUUID()
  const storageKey = `${random.slice(0, 2)}/${random}`
  await deps.files.put(storageKey, content)
  const sha256 = createHash('sha256').update(content).digest()
  const id = await insert({ ...row, storageKey, size: content.length, sha256 }).catch(
    async (error: unknown) => {
      await deps.files.remove(storageKey)
      throw error
    },
  )
  if (!id) await deps.files.remove(storageKey)
  return id
}

/** The file behind a private link. @throws Refusal 403 for a wrong or old link, 404 when the file is gone */
export async function openLinkedFile(
  deps: Deps,
  link: { fileId: string; s: string; e: string; t: string },
): Promise<FileRow> {
  if (!linkValid(deps.keys, 'files', { ...link, id: link.fileId }))
    return refuse('file.linkInvalid')
  const file = await findFile(deps.db, link.fileId)
  if (!file || !mayOpenFile(link.s, file)) return refuse('file.gone')
  return file
}

/** A file for everyone: only covers are. Anything else answers as if it were not there. */
export async function openPublicFile(deps: Deps, id: string): Promise<FileRow> {
  const file = await findFile(deps.db, id)
  if (file?.purpose !== 'COVER') return refuse('file.gone')
  return file
}

/**
 * A job: contents whose day has come are deleted (product §4 Privacy). Content first: a crash in between
 * deletes nothing twice and forgets nothing.
 */
export async function deleteDueFiles(deps: Deps): Promise<number> {
  const due = await findDueFiles(deps.db, 500)
  for (const { storageKey } of due) await deps.files.remove(storageKey)
  if (due.length > 0)
    await markDeleted(
      deps.db,
      due.map(({ id }) => id),
    )
  return due.length
}
