import { videoCategories } from '@ce/contract'
import { type Author, auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import { appNow, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { fold } from '../fold.ts'
import { gramsOf, searchedLength } from '../grams.ts'
import { lastDate, publishTime } from '../publication.ts'
import { publishRevision } from '../store/published.ts'
import { findRevision } from '../store/revisions.ts'
import { putSearch } from '../store/search.ts'
import { shownSummary } from '../summary.ts'
import { changePoster, type Moved, type Signed } from './change.ts'

/** Shows readers the newest revision, now or at a time; a live item's new text only now. */
export function publishPoster(
  deps: Deps,
  author: Author,
  input: { id: string; version: number; publishAt: string | null },
): Promise<Moved> {
  return changePoster(deps, author, 'poster.published', input, async (tx, item, signed) => {
    const wanted = input.publishAt === null ? null : new Date(input.publishAt)
    const publishAt = publishTime(item, wanted, await appNow(tx))
    const { state, publishedNo, draftNo, draftTitle: title } = item
    const dated = { ...item, datedAt: lastDate(item) }
    const moved = await publishDraft(tx, dated, publishAt, signed)
    const before = { state, publishedNo, publishAt: item.publishAt }
    const detail = { title, before, after: { publishedNo: draftNo, publishAt: publishAt ?? 'now' } }
    await auditStaff(tx, author, 'poster.published', input.id, detail)
    return moved
  })
}

/** Copies what lists and search show from the newest revision. @throws Refusal poster.videoNeeded */
export async function publishDraft(
  tx: Tx,
  item: { id: string; categoryId: number; draftNo: number; datedAt: Date | string | null },
  publishAt: Date | null,
  signed: Signed,
  first = false,
): Promise<Moved> {
  const { id, draftNo: no, datedAt } = item
  const revision = await findRevision(tx, id, no)
  if (!revision) throw new Error(`revision ${no} of ${id} is gone`)
  const { title, coverFileId, videoFileId, titleCode, source, author } = revision.content
  const summary = shownSummary(item, revision.content, revision.bodyText)
  const hasVideo = videoFileId !== null
  if (!hasVideo && videoCategories.includes(item.categoryId))
    refuse('poster.videoNeeded', { fields: { videoFileId: '请上传视频' } })
  const shown = { title, summary, coverFileId, titleCode, source, author, hasVideo }
  const moved = await publishRevision(tx, {
    id,
    no,
    publishAt,
    datedAt,
    ...shown,
    ...signed,
    first,
  })
  const text = `${title}\n${summary}\n${revision.bodyText}`.slice(0, searchedLength)
  const content = fold(text).toWellFormed()
  await putSearch(tx, { posterId: id, title: fold(title), content, grams: gramsOf(content) })
  await tellContentChanged(tx)
  return moved
}
