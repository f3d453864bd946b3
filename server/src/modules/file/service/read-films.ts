import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { type Content, storedContent } from '../../../platform/files/content.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import type { StaffPurpose, Verdict } from '../examine.ts'
import { toMedia } from '../store/files.ts'
import { type FilmToRead, listFilmsToRead, noteFilmRead, replaceContent } from '../store/films.ts'
import { examineApart } from './examine-apart.ts'
import { measured, putThenEnter } from './keep.ts'

const job = 'file.readFilms'
/** in a minute; each waits for a reading process, and one that is put in order for the disk */
const atOnce = 20

/**
 * A job: films that are there are read as new ones are: how long they are, and with their index in front (decision 076). What is done is in the
 * rows, so that one process goes on where another was stopped.
 */
export async function readFilms(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { done } = await sweepEach(deps.db, {
    job,
    items: await listFilmsToRead(deps.db, { job, limit: atOnce }),
    subjectOf: ({ id }) => id,
    work: (film) => readAgain(deps, film, stopping),
    goesOn: goesOnUntil(stopping),
  })
  return done
}

async function readAgain(
  deps: Deps,
  film: FilmToRead,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { id, name, size, storageKey } = film
  const content = storedContent(deps.files, { keys: [storageKey], partSize: size, size })
  const verdict = await examineApart(job, purposeOf(film), { name, content })
  const problem = problemOf(verdict)
  if (problem !== null || typeof verdict === 'string' || !('content' in verdict)) {
    await noteFilmRead(deps.db, id, { media: null, problem, isMoved: true })
    return
  }
  const isInOrder = verdict.content === content
  const isMoved =
    !isInOrder &&
    film.mayMove &&
    (await moveIndex(deps, film, untilStopped(verdict.content, stopping)))
  const before = toMedia(film.media)
  const fastStart = isMoved || (isInOrder && verdict.media?.fastStart === true)
  const media = before && verdict.media ? { ...verdict.media, fastStart } : null
  await noteFilmRead(deps.db, id, { media, problem: null, isMoved: isInOrder || film.mayMove })
}

/** The query's guarantee: it lists films only. */
function purposeOf({ purpose }: FilmToRead): StaffPurpose {
  return purpose as StaffPurpose
}

/** What staff are told of a film that was taken once and would not be today; null: nothing is wrong. */
function problemOf(verdict: Verdict): string | null {
  if (typeof verdict === 'string') return '文件无法识别，请重新上传这段视频'
  if ('badFilm' in verdict) return verdict.badFilm
  return 'unreadable' in verdict ? verdict.unreadable : null
}

/** @returns whether the film has it in front now */
async function moveIndex(
  { db, files }: Deps,
  film: FilmToRead,
  content: Pick<Content, 'pieces'>,
): Promise<boolean> {
  const { id, storageKey: before } = film
  const seen = { hash: createHash('sha256'), size: 0 }
  const isReplaced = await putThenEnter(files, measured(content, seen), (storageKey) =>
    replaceContent(db, { id, before }, { storageKey, size: seen.size, sha256: seen.hash.digest() }),
  )
  if (isReplaced) await files.remove(before)
  return isReplaced
}

/** A film of gigabytes is not waited for when the process is to end: the next one begins it anew. */
function untilStopped({ pieces }: Content, stopping: AbortSignal | undefined) {
  return {
    pieces: async function* () {
      for await (const piece of pieces()) {
        stopping?.throwIfAborted()
        yield piece
      }
    },
  }
}
