import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  bufferContent,
  type ComposedContent,
  type ContentPart,
  composedContent,
  storedContent,
} from '../../../platform/files/content.ts'
import { type BeginningLink, beginningUrl, beginningValid } from '../../../platform/files/links.ts'
import { MissingContent } from '../../../platform/files/missing.ts'
import type { SentContent } from '../../../platform/files/send.ts'
import { PageCache } from '../../../platform/web/page-cache.ts'
import { captionsUntil } from '../captions.ts'
import { filmBeginning } from '../film-beginning.ts'
import { isOfLesson } from '../policy.ts'
import { type FileRow, findFile } from '../store/files.ts'

const hour = 3600_000
/** Where the pieces of a cut film lie. A file never changes, and working them out reads the film's index. */
const cuts = new PageCache<{ parts: ContentPart[] | null }>({
  ttlMs: hour,
  bytes: 32 * 1024 * 1024,
  sizeOf: ({ parts }) =>
    (parts ?? []).reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 32), 100),
  keeps: () => true,
})

type Files = Pick<Deps, 'db' | 'files' | 'keys'>

/**
 * The address of the first seconds of a lesson's film, and of its captions, for somebody who need not be signed in. Null: the film cannot be
 * cut, so nothing of it is shown.
 */
export async function linkBeginning(
  deps: Files,
  { videoFileId, captionsFileId, seconds }: Beginning,
): Promise<{ videoUrl: string; captionsUrl: string | null } | null> {
  const film = await findFile(deps.db, videoFileId)
  if (!film || !(await cutOf(deps, film, seconds))) return null
  return {
    videoUrl: beginningUrl(deps.keys, videoFileId, seconds),
    captionsUrl: captionsFileId && beginningUrl(deps.keys, captionsFileId, seconds),
  }
}

interface Beginning {
  videoFileId: string
  captionsFileId: string | null
  seconds: number
}

/** What stands behind such an address. @throws Refusal file.linkInvalid, file.gone */
export async function openBeginning(
  deps: Files,
  link: BeginningLink,
): Promise<{ file: SentContent; content: ComposedContent }> {
  if (!beginningValid(deps.keys, link)) return refuse('file.linkInvalid')
  const file = await findFile(deps.db, link.id)
  if (!file || !isOfLesson(file)) return refuse('file.gone')
  const content = await contentOf(deps, file, Number(link.n))
  if (!content) return refuse('file.gone')
  const sha256 = createHash('sha256').update(file.sha256).update(link.n).digest()
  return { file: { name: file.name, mime: file.mime, size: content.size, sha256 }, content }
}

async function contentOf(
  deps: Files,
  file: FileRow,
  seconds: number,
): Promise<ComposedContent | null> {
  const whole = wholeOf(deps, file)
  if (file.purpose === 'LESSON') {
    const parts = await cutOf(deps, file, seconds)
    return parts && composedContent(whole, parts)
  }
  const text = (await whole.read(0, file.size)).toString('utf8')
  const bytes = Buffer.from(captionsUntil(text, seconds))
  return composedContent(bufferContent(bytes), [{ bytes }])
}

async function cutOf(deps: Files, file: FileRow, seconds: number): Promise<ContentPart[] | null> {
  const { value } = await cuts.get(`${file.id}:${seconds}`, async () => {
    if ((await deps.files.size(file.storageKey)) !== file.size)
      throw new MissingContent(file.storageKey)
    return { parts: await filmBeginning(wholeOf(deps, file), seconds) }
  })
  return value.parts
}

function wholeOf({ files }: Files, { storageKey, size }: FileRow) {
  return storedContent(files, { keys: [storageKey], partSize: size, size })
}
