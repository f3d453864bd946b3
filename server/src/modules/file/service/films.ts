import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  type ByteContent,
  type ComposedContent,
  type ContentPart,
  composeContent,
  contentOfBuffer,
  contentOfStoredParts,
} from '../../../platform/files/content.ts'
import {
  createLessonPreviewUrl,
  type LessonPreviewLink,
  verifyLessonPreviewUrl,
} from '../../../platform/files/links.ts'
import type { SentContentInfo } from '../../../platform/files/send.ts'
import { MissingContentError } from '../../../platform/files/store.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import { PageCache } from '../../../platform/web/page-cache.ts'
import { cutCaptionsBefore } from '../captions.ts'
import type { FileVerdict, StaffPurpose } from '../examine.ts'
import { cutFilmBeginning } from '../film-beginning.ts'
import { isLessonFile } from '../policy.ts'
import { type FileRow, findFile, toLessonMedia } from '../store/files.ts'
import { type FilmToRead, listFilmsToRead, recordFilmReading, replaceFileContent } from '../store/films.ts'
import { hashWhileReading, storeThenInsert } from './content.ts'
import { examineInWorker } from './examine-apart.ts'

const hour = 3600_000

/** The result of a cut is cached, because computing it reads the index of the film. */
const cuts = new PageCache<{ parts: ContentPart[] | null }>({
  ttlMs: hour,
  bytes: 32 * 1024 * 1024,
  sizeOf: ({ parts }) => (parts ?? []).reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 32), 100),
  keeps: () => true,
})

const job = 'file.readFilms'

const atOnce = 20

/** This job reads films again after a change of the film reader (decision 076). It can stop after any film. */
export async function readFilms(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: await listFilmsToRead(deps.db, { job, limit: atOnce }),
    subjectOf: ({ id }) => id,
    work: (film) => readAgain(deps, film, stopping),
    goesOn: continueUntilStopped(stopping),
  })
  return done
}

async function readAgain(deps: Deps, film: FilmToRead, stopping: AbortSignal | undefined): Promise<void> {
  const { id, name, size, storageKey } = film
  const content = contentOfStoredParts(deps.files, { keys: [storageKey], partSize: size, size })
  const verdict = await examineInWorker(job, purposeOf(film), { name, content })
  const problem = problemOf(verdict)
  if (problem !== null || typeof verdict === 'string' || !('content' in verdict)) {
    await recordFilmReading(deps.db, id, { media: null, problem, isMoved: true })
    return
  }
  const isInOrder = verdict.content === content
  const isMoved = !isInOrder && film.mayMove && (await moveIndex(deps, film, untilStopped(verdict.content, stopping)))
  const before = toLessonMedia(film.media)
  const fastStart = isMoved || (isInOrder && verdict.media?.fastStart === true)
  const media = before && verdict.media ? { ...verdict.media, fastStart } : null
  await recordFilmReading(deps.db, id, { media, problem: null, isMoved: isInOrder || film.mayMove })
}

/** The query lists only films, so the cast is safe. */
function purposeOf({ purpose }: FilmToRead): StaffPurpose {
  return purpose as StaffPurpose
}

function problemOf(verdict: FileVerdict): string | null {
  if (typeof verdict === 'string') return '文件无法识别，请重新上传这段视频'
  if ('badFilm' in verdict) return verdict.badFilm
  return 'unreadable' in verdict ? verdict.unreadable : null
}

async function moveIndex(
  { db, files }: Deps,
  film: FilmToRead,
  content: Pick<ByteContent, 'pieces'>,
): Promise<boolean> {
  const { id, storageKey: before } = film
  const seen = { hash: createHash('sha256'), size: 0 }
  const isReplaced = await storeThenInsert(files, hashWhileReading(content, seen), (storageKey) =>
    replaceFileContent(db, { id, before }, { storageKey, size: seen.size, sha256: seen.hash.digest() }),
  )
  if (isReplaced) await files.remove(before)
  return isReplaced
}

/** Reading a large film must not delay the stop of the process. */
function untilStopped({ pieces }: ByteContent, stopping: AbortSignal | undefined) {
  return {
    pieces: async function* () {
      for await (const piece of pieces()) {
        stopping?.throwIfAborted()
        yield piece
      }
    },
  }
}

type Files = Pick<Deps, 'db' | 'files' | 'keys'>

/** The link works without sign-in. Null if the film cannot be cut. */
export async function createFilmPreviewLink(
  deps: Files,
  { videoFileId, captionsFileId, seconds }: Beginning,
): Promise<{ videoUrl: string; captionsUrl: string | null } | null> {
  const film = await findFile(deps.db, videoFileId)
  if (!film || !(await cutOf(deps, film, seconds))) return null
  return {
    videoUrl: createLessonPreviewUrl(deps.keys, videoFileId, seconds),
    captionsUrl: captionsFileId && createLessonPreviewUrl(deps.keys, captionsFileId, seconds),
  }
}

interface Beginning {
  videoFileId: string
  captionsFileId: string | null
  seconds: number
}

/** @throws Refusal file.linkInvalid, file.gone */
export async function openFilmPreview(
  deps: Files,
  link: LessonPreviewLink,
): Promise<{ file: SentContentInfo; content: ComposedContent }> {
  if (!verifyLessonPreviewUrl(deps.keys, link)) return refuse('file.linkInvalid')
  const file = await findFile(deps.db, link.id)
  if (!file || !isLessonFile(file)) return refuse('file.gone')
  const content = await contentOf(deps, file, Number(link.n))
  if (!content) return refuse('file.gone')
  const sha256 = createHash('sha256').update(file.sha256).update(link.n).digest()
  return { file: { name: file.name, mime: file.mime, size: content.size, sha256 }, content }
}

async function contentOf(deps: Files, file: FileRow, seconds: number): Promise<ComposedContent | null> {
  const whole = wholeOf(deps, file)
  if (file.purpose === 'LESSON') {
    const parts = await cutOf(deps, file, seconds)
    return parts && composeContent(whole, parts)
  }
  const text = (await whole.read(0, file.size)).toString('utf8')
  const bytes = Buffer.from(cutCaptionsBefore(text, seconds))
  return composeContent(contentOfBuffer(bytes), [{ bytes }])
}

async function cutOf(deps: Files, file: FileRow, seconds: number): Promise<ContentPart[] | null> {
  // By content, because the index of a film may move to its front.
  const { value } = await cuts.get(`${file.storageKey}:${seconds}`, async () => {
    if ((await deps.files.size(file.storageKey)) !== file.size) throw new MissingContentError(file.storageKey)
    // A damaged index is not read again for each visitor.
    const parts = await cutFilmBeginning(wholeOf(deps, file), seconds).catch((error: unknown) => {
      if (error instanceof RangeError) return null
      throw error
    })
    return { parts }
  })
  return value.parts
}

function wholeOf({ files }: Files, { storageKey, size }: FileRow) {
  return contentOfStoredParts(files, { keys: [storageKey], partSize: size, size })
}
