import { videoCategories } from '@ce/contract'
import { type AuditAuthor, auditStaff } from '../../../../platform/audit.ts'
import { publishContentChanged } from '../../../../platform/content-changed.ts'
import { appNow, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { lastVisibleTime, requirePublishTime } from '../publication.ts'
import { foldForSearch, maxSearchedLength, searchGramsOf } from '../search-words.ts'
import { findPosterRevision, updatePoster } from '../store/posters.ts'
import { publishPosterRevision } from '../store/published.ts'
import { savePosterSearchText } from '../store/search.ts'
import { displayedSummary } from '../view.ts'
import { changePoster, type PosterStateChange, type PosterVersionStamp } from './change.ts'

interface Which {
  id: string
  version: number
}

export function withdrawPoster(
  deps: Deps,
  author: AuditAuthor,
  input: Which & { reason: string },
): Promise<PosterStateChange> {
  return changePoster(deps, author, 'poster.withdrawn', input, async (tx, item, signed) => {
    const { state, draftTitle: title, publishedNo, publishAt, pinned } = item
    if (state !== 'PUBLISHED' && state !== 'SCHEDULED') refuse('poster.notPublished')
    const moved = await updatePoster(tx, item.id, { withdrawn: true, pinned: false, ...signed })
    // Withdrawing removes the pin, and publishing the item again does not restore it.
    const before = { state, publishedNo, publishAt, pinned }
    const detail = {
      title,
      before,
      after: { state: 'WITHDRAWN', pinned: false },
      reason: input.reason,
    }
    await auditStaff(tx, author, 'poster.withdrawn', item.id, detail)
    await publishContentChanged(tx)
    return moved
  })
}

/** @throws Refusal poster.withdrawnPin */
export function pinPoster(
  deps: Deps,
  author: AuditAuthor,
  input: Which & { pinned: boolean },
): Promise<PosterStateChange> {
  const { pinned } = input
  const action = pinned ? 'poster.pinned' : 'poster.unpinned'
  return changePoster(deps, author, action, input, async (tx, item, signed) => {
    const { version, draftNo } = item
    if (item.pinned === pinned) return { version, draftNo }
    if (item.state === 'WITHDRAWN') refuse('poster.withdrawnPin')
    const moved = await updatePoster(tx, item.id, { pinned, ...signed })
    const detail = { title: item.draftTitle, before: { pinned: item.pinned }, after: { pinned } }
    await auditStaff(tx, author, action, item.id, detail)
    await publishContentChanged(tx)
    return moved
  })
}

export function removePoster(
  deps: Deps,
  author: AuditAuthor,
  input: Which & { reason: string },
): Promise<PosterStateChange> {
  return changePoster(deps, author, 'poster.removed', input, async (tx, item, signed) => {
    if (item.publishedNo !== null) refuse('poster.wasPublished')
    const moved = await updatePoster(tx, item.id, { removed: true, ...signed })
    const { draftTitle: title, draftNo: no } = item
    const detail = { title, before: { state: item.state, no }, reason: input.reason }
    await auditStaff(tx, author, 'poster.removed', item.id, detail)
    return moved
  })
}

/** Changes of a published item cannot be scheduled. */
export function publishPoster(
  deps: Deps,
  author: AuditAuthor,
  input: { id: string; version: number; publishAt: string | null },
): Promise<PosterStateChange> {
  return changePoster(deps, author, 'poster.published', input, async (tx, item, signed) => {
    const wanted = input.publishAt === null ? null : new Date(input.publishAt)
    const publishAt = requirePublishTime(item, wanted, await appNow(tx))
    const { state, publishedNo, draftNo, draftTitle: title } = item
    const dated = { ...item, datedAt: lastVisibleTime(item) }
    const moved = await publishNewestRevision(tx, dated, publishAt, signed)
    const before = { state, publishedNo, publishAt: item.publishAt }
    const detail = { title, before, after: { publishedNo: draftNo, publishAt: publishAt ?? 'now' } }
    await auditStaff(tx, author, 'poster.published', input.id, detail)
    return moved
  })
}

/** @throws Refusal poster.videoNeeded */
export async function publishNewestRevision(
  tx: Tx,
  item: { id: string; categoryId: number; draftNo: number; datedAt: Date | string | null },
  publishAt: Date | null,
  signed: PosterVersionStamp,
  first = false,
): Promise<PosterStateChange> {
  const { id, draftNo: no, datedAt } = item
  const revision = await findPosterRevision(tx, id, no)
  if (!revision) throw new Error(`revision ${no} of ${id} is gone`)
  const { title, coverFileId, videoFileId, titleCode, source, author } = revision.content
  const summary = displayedSummary(item, revision.content, revision.bodyText)
  const hasVideo = videoFileId !== null
  if (!hasVideo && videoCategories.includes(item.categoryId))
    refuse('poster.videoNeeded', { fields: { videoFileId: '请上传视频' } })
  const shown = { title, summary, coverFileId, titleCode, source, author, hasVideo }
  const moved = await publishPosterRevision(tx, {
    id,
    no,
    publishAt,
    datedAt,
    ...shown,
    ...signed,
    first,
  })
  const text = `${title}\n${summary}\n${revision.bodyText}`.slice(0, maxSearchedLength)
  const content = foldForSearch(text).toWellFormed()
  await savePosterSearchText(tx, { posterId: id, title: foldForSearch(title), content, grams: searchGramsOf(content) })
  await publishContentChanged(tx)
  return moved
}
