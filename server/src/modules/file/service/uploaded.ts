import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type ByteContent, contentOfStoredParts } from '../../../platform/files/content.ts'
import type { StaffPurpose } from '../examine.ts'
import type { LessonMedia } from '../film.ts'
import { isLessonFile, mayReadUpload } from '../policy.ts'
import { type FileRow, findFile, findFiles, toLessonMedia } from '../store/files.ts'

export interface LessonFile {
  id: string
  purpose: string
  name: string
  size: number
  media: LessonMedia | null
}

export async function findLessonFiles(db: Db, ids: readonly string[]): Promise<Map<string, LessonFile>> {
  if (ids.length === 0) return new Map()
  const files = (await findFiles(db, ids)).filter(isLessonFile)
  return new Map(
    files.map(({ id, purpose, name, size, media }) => [id, { id, purpose, name, size, media: toLessonMedia(media) }]),
  )
}

export async function isUploadedBy(db: Db, fileId: string, purpose: StaffPurpose, staffId: string): Promise<boolean> {
  const file = await findFile(db, fileId)
  return file !== undefined && mayReadUpload(staffId, file, purpose)
}

/** The caller must have checked the permission. */
export async function findUploadedFile(db: Db, fileId: string, purpose: StaffPurpose): Promise<FileRow | undefined> {
  const file = await findFile(db, fileId)
  return file?.staffId && file.purpose === purpose ? file : undefined
}

/** @throws Refusal common.notFound */
export async function readUploadedFile(
  deps: Pick<Deps, 'db' | 'files'>,
  fileId: string,
  purpose: StaffPurpose,
  staffId: string,
): Promise<{ name: string; mime: string; content: ByteContent }> {
  const file = await findFile(deps.db, fileId)
  if (!file || !mayReadUpload(staffId, file, purpose)) return refuse('common.notFound')
  const { name, mime, storageKey, size } = file
  const parts = { keys: [storageKey], partSize: size, size }
  return { name, mime, content: contentOfStoredParts(deps.files, parts) }
}

/** Bytes that mail servers accept after encoding. */
const mostAttached = 12 * 1024 * 1024

/** Returns null if the file is gone or too large for mail. */
export async function readAttachment(
  deps: Pick<Deps, 'db' | 'files'>,
  fileId: string,
): Promise<{ name: string; mime: string; content: Buffer } | null> {
  const file = await findFile(deps.db, fileId)
  if (!file || file.size > mostAttached) return null
  const { name, mime, storageKey, size } = file
  const stored = contentOfStoredParts(deps.files, { keys: [storageKey], partSize: size, size })
  return { name, mime, content: await stored.read(0, size) }
}
