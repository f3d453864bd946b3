import { createHash, type Hash, randomUUID } from 'node:crypto'
import { fileKindByteCount, fileKindOf, wrongFileKindText } from '@ce/contract/file-kinds'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import type { PictureUse } from '@ce/contract/picture-uses'
import { isConnectionLostError } from '../../../platform/db/connection-lost.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type ByteContent, contentOfBuffer, contentOfStoredParts } from '../../../platform/files/content.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import type { ExaminedFile, StaffPurpose } from '../examine.ts'
import { safeFileName } from '../name.ts'
import { staffUploadRules } from '../policy.ts'
import { findBuiltInContent, insertFile, type NewFile } from '../store/files.ts'
import { examineInWorker } from './examine-apart.ts'

/**
 * Content with a `mime` is stored as it is. Content without one comes from outside, so it is examined before it is
 * stored.
 */
export type BuiltInContent =
  | { purpose: 'LESSON' | 'COVER'; name: string; mime: string; content: Buffer }
  | {
      purpose: 'LESSON_CAPTIONS' | 'PICTURE' | 'VIDEO' | 'CAPTIONS' | 'ATTACHMENT'
      name: string
      content: Buffer | ByteContent
      /** Files of one owner are examined one at a time. */
      owner?: string
    }

/** The same content and purpose gives the same id. @throws Refusal file.tooLarge, file.wrongType, file.badPicture */
export async function addContentFile(
  deps: Pick<Deps, 'db' | 'files'>,
  added: BuiltInContent,
  db: Db = deps.db,
): Promise<string> {
  const { purpose } = added
  const ready = await readyContent(added)
  const hash = createHash('sha256')
  for await (const piece of ready.content.pieces()) hash.update(piece)
  const sha256 = hash.digest()
  const known = await findBuiltInContent(db, purpose, sha256)
  if (known) return known.id
  const row = { ...ready, purpose, ownerId: null, keepDays: null }
  const id = await storeFile(deps, row, (kept) => insertFile(db, kept))
  if (id) return id
  const theirs = await findBuiltInContent(db, purpose, sha256)
  if (!theirs) throw new Error('the content just added is gone')
  return theirs.id
}

/** The content is streamed and never completely in memory. */
export async function addContentFromPieces(
  deps: Pick<Deps, 'db' | 'files'>,
  added: Pick<Extract<BuiltInContent, { owner?: string }>, 'purpose' | 'name' | 'owner'>,
  pieces: AsyncIterable<Buffer>,
): Promise<string> {
  const key = randomStorageKey()
  await deps.files.put(key, pieces)
  try {
    const size = await deps.files.size(key)
    const content = contentOfStoredParts(deps.files, { keys: [key], partSize: Math.max(size, 1), size })
    return await addContentFile(deps, { ...added, content })
  } finally {
    await deps.files.remove(key)
  }
}

async function readyContent(added: BuiltInContent): Promise<ExaminedFile> {
  const content = Buffer.isBuffer(added.content) ? contentOfBuffer(added.content) : added.content
  if ('mime' in added) {
    const { name, mime } = added
    const film = added.purpose === 'LESSON' ? await readLessonFilm(content) : null
    const media = film && 'media' in film ? { media: film.media } : {}
    return { name, mime, content, width: null, height: null, ...media }
  }
  requireFileSize(added.purpose, content.size)
  const owner = added.owner ?? 'product'
  return requireExaminedFile(added.purpose, { name: added.name, content }, owner)
}

/** @throws Refusal file.tooLarge when a file for this purpose may not have this size */
export function requireFileSize(purpose: StaffPurpose, size: number): void {
  const { limit, maxBytes } = staffUploadRules[purpose]
  if (size > maxBytes) refuse('file.tooLarge', { limit, maxBytes, fields: { file: `不能超过 ${limit}` } })
}

const mayBePicture: ReadonlySet<StaffPurpose> = new Set(['PICTURE', 'ATTACHMENT'])

/** `beginning` helps to name the type in the message. @throws Refusal file.wrongType */
export function refuseFileType(allowed: string, beginning?: Uint8Array): never {
  const problem = wrongFileKindText(beginning ? fileKindOf(beginning) : null, allowed)
  return refuse('file.wrongType', { problem, allowed, fields: { file: problem } })
}

export const badPictureDetails = { fields: { file: '图片不完整、已损坏，或尺寸过大' } }

/**
 * Examines an uploaded file in a worker process.
 * @throws Refusal that names the problem, such as file.wrongType, file.badPicture or file.unreadable
 */
export async function requireExaminedFile(
  purpose: StaffPurpose,
  given: { name: string; content: ByteContent; use?: PictureUse | null },
  owner: string,
): Promise<ExaminedFile> {
  const verdict = await examineInWorker(owner, purpose, given)
  if (verdict === 'badPicture') return refuse('file.badPicture', badPictureDetails)
  if (typeof verdict === 'object' && 'unfit' in verdict)
    return refuse('file.unfitPicture', { problem: verdict.unfit, fields: { file: verdict.unfit } })
  if (typeof verdict === 'object' && 'badFilm' in verdict)
    return refuse('file.badFilm', { problem: verdict.badFilm, fields: { file: verdict.badFilm } })
  if (typeof verdict === 'object' && 'badCaptions' in verdict) {
    const { badCaptions: problem } = verdict
    return refuse('file.badCaptions', { problem, fields: { file: problem } })
  }
  if (typeof verdict === 'object' && 'unreadable' in verdict)
    return refuse('file.unreadable', {
      problem: verdict.unreadable,
      fields: { file: verdict.unreadable },
    })
  if (typeof verdict === 'object' && 'badSheet' in verdict)
    return refuse('file.badSheet', {
      problem: verdict.badSheet,
      fields: { file: verdict.badSheet },
    })
  if (verdict === 'wrongType') {
    const beginning = mayBePicture.has(purpose) ? await given.content.read(0, fileKindByteCount) : undefined
    return refuseFileType(staffUploadRules[purpose].allowed, beginning)
  }
  return { ...verdict, name: safeFileName(verdict.name, verdict.mime) }
}

type Kept = Pick<NewFile, 'ownerId' | 'purpose' | 'name' | 'mime' | 'keepDays'> &
  Partial<Pick<NewFile, 'staffId' | 'width' | 'height' | 'media' | 'qrText'>> & {
    content: Pick<ByteContent, 'pieces'>
  }

export function randomStorageKey(): string {
  const random = randomUUID()
  return `${random.slice(0, 2)}/${random}`
}

/**
 * Each minute belongs to one of the 256 folders. A job that checks the folder of the minute has visited all folders
 * after a little over four hours.
 */
export function storageFolderOfMinute(now = Date.now()): string {
  return (Math.floor(now / 60_000) % 256).toString(16).padStart(2, '0')
}

/** Stores content before the row, so that no row refers to lost bytes. */
export async function storeThenInsert<Entered>(
  files: Pick<FileStore, 'put' | 'remove'>,
  content: Parameters<FileStore['put']>[1],
  enter: (key: string) => Promise<Entered>,
): Promise<Entered> {
  const key = randomStorageKey()
  await files.put(key, content)
  const entered = await enter(key).catch(async (error: unknown) => {
    // After a lost connection the row may exist, so keep the bytes.
    if (!isConnectionLostError(error)) await files.remove(key)
    throw error
  })
  if (!entered) await files.remove(key)
  return entered
}

/** @returns undefined if no row was written */
export function storeFile(
  deps: Pick<Deps, 'files'>,
  file: Kept,
  insert: (row: NewFile) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { content, ...row } = file
  const seen = { hash: createHash('sha256'), size: 0 }
  return storeThenInsert(deps.files, hashWhileReading(content, seen), (storageKey) => {
    const more = { storageKey, size: seen.size, sha256: seen.hash.digest() }
    return insert({ staffId: null, width: null, height: null, ...row, ...more })
  })
}

export async function* hashWhileReading(
  content: Pick<ByteContent, 'pieces'>,
  seen: { hash: Hash; size: number },
): AsyncIterable<Buffer> {
  for await (const piece of content.pieces()) {
    seen.hash.update(piece)
    seen.size += piece.length
    yield piece
  }
}
