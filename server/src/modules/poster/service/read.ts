import { appNow, type Db } from '../../../platform/db/database.ts'
import { type Paging, pageWithin } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { excerptOf, partsOf } from '../excerpt.ts'
import { wordsOf } from '../fold.ts'
import { findItems, findNeighbours, findPublic, listCategory } from '../store/published.ts'
import { findBodies, findMatches } from '../store/search.ts'
import { toItem, toText, withFiles } from '../view.ts'
import { deskFilesOf, filesOf } from './content-files.ts'
import { requirePoster, requireRevision } from './desk.ts'

/** A category's items, pinned first, then the newest; with a keyword those whose title, summary or text has all its words. */
export async function listPublic(
  db: Db,
  input: Paging & { categoryId: number; keyword?: string | undefined },
) {
  const { categoryId } = input
  const words = wordsOf(input.keyword ?? '')
  if (words.length === 0) {
    const { list, ...page } = await listCategory(db, input)
    return { list: list.map(toItem), ...page }
  }
  const found = await findMatches(db, { words, categoryId, order: 'LIST' })
  const { list: ids, ...page } = pageWithin(found, input)
  return { list: (await itemsOf(db, ids)).map(toItem), ...page }
}

/** Everything visitors may read that has all words of the keyword, those with them in the title first; at most 1000. */
export async function searchPublic(
  db: Db,
  input: Paging & { keyword: string; categoryId?: number | undefined },
) {
  const { categoryId } = input
  const words = wordsOf(input.keyword)
  if (words.length === 0) return pageWithin([], input)
  const matches = await findMatches(db, { words, categoryId, order: 'RELEVANCE' })
  const { list: ids, ...page } = pageWithin(matches, input)
  const list = await itemsOf(db, ids)
  const bodies = new Map(
    (list.length > 0
      ? await findBodies(
          db,
          list.map((row) => row.id),
        )
      : []
    ).map((row) => [row.id, row.bodyText]),
  )
  const found = list.map((row) => ({
    ...toItem(row),
    titleParts: partsOf(row.title, words),
    excerpt: excerptOf([bodies.get(row.id) ?? '', row.summary], words),
  }))
  return { list: found, ...page }
}

/** The items of some ids, in their order. */
async function itemsOf(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = new Map((await findItems(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** One item as readers see it; undefined when they may not. */
export async function readPublic(db: Db, id: string) {
  const row = await findPublic(db, id)
  if (!row) return undefined
  const { content, revisedAt, ...head } = row
  const [files, neighbours] = await Promise.all([filesOf(db, content), findNeighbours(db, head)])
  return { ...toItem(head), ...toText(content, files), ...neighbours, updatedAt: revisedAt }
}

/** Any revision exactly as readers would see it, were it published. @throws Refusal poster.notFound */
export async function previewPoster(
  deps: Deps,
  { staffId }: { staffId: string },
  input: { id: string; no?: number | undefined },
) {
  const { db } = deps
  const { categoryId, pinned, views, draftNo, ...item } = await requirePoster(deps, input.id)
  const { id } = item
  const no = input.no ?? draftNo
  const { content, savedAt } = await requireRevision(deps, id, no)
  const publishAt = item.publishAt ?? (await appNow(db))
  const { title, summary, coverFileId, titleCode, source, author } = content
  const shown = { title, summary, coverFileId, titleCode, source, author }
  const head = { id, categoryId, pinned, views, publishAt, ...shown }
  const hasVideo = content.videoFileId !== null
  const [files, neighbours] = await Promise.all([
    deskFilesOf(deps, staffId, { id, no }),
    findNeighbours(db, head),
  ])
  const text = toText(withFiles(content, files, deps), files)
  const coverUrl = (coverFileId && files.get(coverFileId)?.url) ?? null
  return { ...toItem({ ...head, hasVideo }), coverUrl, ...text, ...neighbours, updatedAt: savedAt }
}
