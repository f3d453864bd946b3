import type { AuditAuthor } from '../../../../platform/audit.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { readResultInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { findDeskFiles, findPublicFiles, type PublicFile } from '../../../file/service/links.ts'
import { isPictureFile } from '../../../file/service.ts'
import { type PosterContent, toPosterContent } from '../content.ts'
import type { CleanedHtml } from '../html/clean.ts'
import type { CleanTaskInput } from '../html/clean-task.ts'
import { listRevisionFiles } from '../store/posters.ts'

const fits = {
  coverFileId: isPictureFile,
  videoFileId: ({ purpose }: File) => purpose === 'VIDEO',
  captionsFileId: ({ purpose }: File) => purpose === 'CAPTIONS',
  attachments: ({ purpose }: File) => purpose === 'ATTACHMENT' || purpose === 'PICTURE',
}

const task: ReadTaskName<CleanTaskInput, CleanedHtml> = {
  script: new URL('../html/clean-task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: '正文过于复杂，请拆分',
  tooComplex: '正文过于复杂，请拆分',
}

export interface CleanedPosterContent {
  content: PosterContent
  bodyText: string
  cleaned: string[]
}

/** @throws Refusal common.invalid, poster.badFile */
export async function cleanEditorContent(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  author: AuditAuthor,
  input: PosterContent,
): Promise<CleanedPosterContent> {
  const origin = URL.parse(publicUrl())?.origin
  const cleaned = await cleanHtmlInWorker(author.username, input.bodyHtml, origin ? [origin] : [])
  return checkCleanContent(db, input, cleaned)
}

/**
 * Checks that the files of a content item exist and fit their use.
 * @throws Refusal poster.badFile
 */
export async function checkCleanContent(
  db: Db,
  input: PosterContent,
  { html, text, removed }: CleanedHtml,
): Promise<CleanedPosterContent> {
  const content = toPosterContent(input, html)
  await requireFiles(db, content)
  return { content, bodyText: text, cleaned: removed }
}

/**
 * Cleans in a worker, because a long text takes a second. @param owner the person who sends it @throws Refusal
 * common.invalid, common.busy
 */
export function cleanHtmlInWorker(owner: string, html: string, origins: readonly string[] = []): Promise<CleanedHtml> {
  return readResultInProcess(task, { html, origins: [...origins] }, { owner }).catch(refuseInvalidBody)
}

/** @throws Refusal common.invalid, or the given error */
export function refuseInvalidBody(error: unknown): never {
  if (!(error instanceof UnreadableFile)) throw error
  const { message: problem } = error
  return refuse('common.invalid', { problem: `正文：${problem}`, fields: { bodyHtml: problem } })
}

type File = Pick<PublicFile, 'purpose'>

export function loadContentFiles(db: Db, content: PosterContent): Promise<Map<string, PublicFile>> {
  return findPublicFiles(db, Object.values(fileIdsByField(content)).flat())
}

/** @throws Refusal poster.badFile with the fields */
async function requireFiles(db: Db, content: PosterContent): Promise<void> {
  const files = await loadContentFiles(db, content)
  const ids = fileIdsByField(content)
  const bad = (Object.keys(ids) as (keyof typeof ids)[]).filter((field) =>
    ids[field].some((id) => !fits[field](files.get(id) ?? { purpose: '' })),
  )
  if (bad.length > 0)
    refuse('poster.badFile', {
      fields: Object.fromEntries(bad.map((field) => [field, '文件不存在或类型不符'])),
    })
}

export async function loadDeskFilesOfRevision(
  deps: Deps,
  staffId: string,
  { id, no }: { id: string; no: number },
): Promise<Map<string, PublicFile>> {
  return findDeskFiles(deps, staffId, await listRevisionFiles(deps.db, id, no))
}

export function fileIdsByField(content: PosterContent): Record<keyof typeof fits, string[]> {
  const one = (id: string | null) => (id ? [id] : [])
  return {
    coverFileId: one(content.coverFileId),
    videoFileId: one(content.videoFileId),
    captionsFileId: one(content.captionsFileId),
    attachments: content.attachments.map(({ fileId }) => fileId),
  }
}
