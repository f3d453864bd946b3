import { createHash } from 'node:crypto'
import { kindBytes, kindOfFile, wrongKindWords } from '@ce/contract/file-kinds'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import type { PictureUse } from '@ce/contract/picture-uses'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { bufferContent, type Content, storedContent } from '../../../platform/files/content.ts'
import type { Examined, StaffPurpose } from '../examine.ts'
import { displayName } from '../name.ts'
import { staffUploadRules } from '../policy.ts'
import { findContent, insertFile } from '../store/files.ts'
import { examineApart } from './examine-apart.ts'
import { keep, randomKey } from './keep.ts'

/** A cover drawn by us or a lesson is kept as it is; what may come from elsewhere is judged and made ready first. */
export type ProductContent =
  | { purpose: 'LESSON' | 'COVER'; name: string; mime: string; content: Buffer }
  | {
      purpose: 'LESSON_CAPTIONS' | 'PICTURE' | 'VIDEO' | 'CAPTIONS' | 'ATTACHMENT'
      name: string
      content: Buffer | Content
      /** who brings it, where somebody does: each person's files are examined one after the other */
      owner?: string
    }

/**
 * Adds content of the product itself (seeds, imports). The same content for the same purpose is kept once; a repeat
 * gives the first id. `db` may be a transaction.
 * @throws Refusal file.tooLarge, file.wrongType, file.badPicture as an upload of the same would
 */
export async function addContentFile(
  deps: Pick<Deps, 'db' | 'files'>,
  added: ProductContent,
  db: Db = deps.db,
): Promise<string> {
  const { purpose } = added
  const ready = await readyContent(added)
  const hash = createHash('sha256')
  for await (const piece of ready.content.pieces()) hash.update(piece)
  const sha256 = hash.digest()
  const known = await findContent(db, purpose, sha256)
  if (known) return known.id
  const row = { ...ready, purpose, ownerId: null, keepDays: null }
  const id = await keep(deps, row, (kept) => insertFile(db, kept))
  if (id) return id
  // another process added it in between
  const theirs = await findContent(db, purpose, sha256)
  if (!theirs) throw new Error('the content just added is gone')
  return theirs.id
}

/** The same for what comes in pieces: it lies in the store while it is examined, never in memory whole. */
export async function addFromPieces(
  deps: Pick<Deps, 'db' | 'files'>,
  added: Pick<Extract<ProductContent, { owner?: string }>, 'purpose' | 'name' | 'owner'>,
  pieces: AsyncIterable<Buffer>,
): Promise<string> {
  const key = randomKey()
  await deps.files.put(key, pieces)
  try {
    const size = await deps.files.size(key)
    const content = storedContent(deps.files, { keys: [key], partSize: Math.max(size, 1), size })
    return await addContentFile(deps, { ...added, content })
  } finally {
    await deps.files.remove(key)
  }
}

async function readyContent(added: ProductContent): Promise<Examined> {
  const content = Buffer.isBuffer(added.content) ? bufferContent(added.content) : added.content
  if ('mime' in added) {
    const { name, mime } = added
    const film = added.purpose === 'LESSON' ? await readLessonFilm(content) : null
    const media = film && 'media' in film ? { media: film.media } : {}
    return { name, mime, content, width: null, height: null, ...media }
  }
  requireSize(added.purpose, content.size)
  const owner = added.owner ?? 'product'
  return requireExamined(added.purpose, { name: added.name, content }, owner)
}

/** @throws Refusal file.tooLarge naming the limit */
export function requireSize(purpose: StaffPurpose, size: number): void {
  const { limit, maxBytes } = staffUploadRules[purpose]
  if (size > maxBytes)
    refuse('file.tooLarge', { limit, maxBytes, fields: { file: `不能超过 ${limit}` } })
}

const mayBePicture: ReadonlySet<StaffPurpose> = new Set(['PICTURE', 'ATTACHMENT'])

/**
 * Says what a file is that is not taken, and how to get one that is. `beginning`: where a picture is taken, which comes in many kinds.
 * @throws Refusal file.wrongType
 */
export function refuseKind(allowed: string, beginning?: Uint8Array): never {
  const problem = wrongKindWords(beginning ? kindOfFile(beginning) : null, allowed)
  return refuse('file.wrongType', { problem, allowed, fields: { file: problem } })
}

export const badPicture = { fields: { file: '图片不完整、已损坏，或尺寸过大' } }

/**
 * The file, judged by its content, with a name that is safe to show.
 * @throws Refusal file.wrongType naming the kinds that are allowed, file.badPicture, file.unfitPicture
 */
export async function requireExamined(
  purpose: StaffPurpose,
  given: { name: string; content: Content; use?: PictureUse | null },
  owner: string,
): Promise<Examined> {
  const verdict = await examineApart(owner, purpose, given)
  if (verdict === 'badPicture') return refuse('file.badPicture', badPicture)
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
    const beginning = mayBePicture.has(purpose) ? await given.content.read(0, kindBytes) : undefined
    return refuseKind(staffUploadRules[purpose].allowed, beginning)
  }
  return { ...verdict, name: displayName(verdict.name, verdict.mime) }
}
