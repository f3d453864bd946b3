import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Content, storedContent } from '../../../platform/files/content.ts'
import type { StaffPurpose } from '../examine.ts'
import type { Media } from '../film.ts'
import { isOfLesson, mayReadUploaded } from '../policy.ts'
import { type FileRow, findFile, findFiles, toMedia } from '../store/files.ts'

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

/**
 * What a member of staff uploaded for a purpose, to be read by another module (an import).
 * @throws Refusal common.notFound for another's, another purpose's, or none
 */
export async function readUploaded(
  deps: Pick<Deps, 'db' | 'files'>,
  fileId: string,
  purpose: StaffPurpose,
  staffId: string,
): Promise<{ name: string; mime: string; content: Content }> {
  const file = await findFile(deps.db, fileId)
  if (!file || !mayReadUploaded(staffId, file, purpose)) return refuse('common.notFound')
  const { name, mime, storageKey, size } = file
  const parts = { keys: [storageKey], partSize: size, size }
  return { name, mime, content: storedContent(deps.files, parts) }
}

/** bytes: what mail servers take, once it is written as text */
const mostAttached = 12 * 1024 * 1024

/** A file as it goes with a message; null: it is gone, or no mail server takes it. */
export async function readAttachment(
  deps: Pick<Deps, 'db' | 'files'>,
  fileId: string,
): Promise<{ name: string; mime: string; content: Buffer } | null> {
  const file = await findFile(deps.db, fileId)
  if (!file || file.size > mostAttached) return null
  const { name, mime, storageKey, size } = file
  const stored = storedContent(deps.files, { keys: [storageKey], partSize: size, size })
  return { name, mime, content: await stored.read(0, size) }
}
