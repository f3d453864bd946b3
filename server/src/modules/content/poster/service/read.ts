import { appNow, type Db } from '../../../../platform/db/database.ts'
import { type PageRequest, pageOfList } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { excerptAround, splitAtMatches } from '../excerpt.ts'
import { searchWordsOf } from '../search-words.ts'
import { findNeighbourPosters, findPublicPoster, findPublicPosters, listPostersOfCategory } from '../store/published.ts'
import { findMatchingPosters, findPosterBodies } from '../store/search.ts'
import { toPublicListItem, toPublicPosterText, withDeskFileLinks } from '../view.ts'
import { loadContentFiles, loadDeskFilesOfRevision } from './content.ts'
import { requirePoster, requirePosterRevision } from './desk.ts'

export async function listPublicPosters(
  db: Db,
  input: PageRequest & { categoryId: number; keyword?: string | undefined },
) {
  const { categoryId } = input
  const words = searchWordsOf(input.keyword ?? '')
  if (words.length === 0) {
    const { list, ...page } = await listPostersOfCategory(db, input)
    return { list: list.map(toPublicListItem), ...page }
  }
  const found = await findMatchingPosters(db, { words, categoryId, order: 'LIST' })
  const { list: ids, ...page } = pageOfList(found, input)
  return { list: (await itemsOf(db, ids)).map(toPublicListItem), ...page }
}

/** A search returns at most 1000 items. */
export async function searchPublicPosters(
  db: Db,
  input: PageRequest & { keyword: string; categoryId?: number | undefined },
) {
  const { categoryId } = input
  const words = searchWordsOf(input.keyword)
  if (words.length === 0) return pageOfList([], input)
  const matches = await findMatchingPosters(db, { words, categoryId, order: 'RELEVANCE' })
  const { list: ids, ...page } = pageOfList(matches, input)
  const list = await itemsOf(db, ids)
  const bodies = new Map(
    (list.length > 0
      ? await findPosterBodies(
          db,
          list.map((row) => row.id),
        )
      : []
    ).map((row) => [row.id, row.bodyText]),
  )
  const found = list.map((row) => ({
    ...toPublicListItem(row),
    titleParts: splitAtMatches(row.title, words),
    excerpt: excerptAround([bodies.get(row.id) ?? '', row.summary], words),
  }))
  return { list: found, ...page }
}

async function itemsOf(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = new Map((await findPublicPosters(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Returns undefined if readers cannot see the item. */
export async function loadPublicPoster(db: Db, id: string) {
  const row = await findPublicPoster(db, id)
  if (!row) return undefined
  const { content, revisedAt, ...head } = row
  const [files, neighbours] = await Promise.all([loadContentFiles(db, content), findNeighbourPosters(db, head)])
  return { ...toPublicListItem(head), ...toPublicPosterText(content, files), ...neighbours, updatedAt: revisedAt }
}

/** @throws Refusal poster.notFound */
export async function previewPoster(
  deps: Deps,
  { staffId }: { staffId: string },
  input: { id: string; no?: number | undefined },
) {
  const { db } = deps
  const { categoryId, pinned, views, draftNo, ...item } = await requirePoster(deps, input.id)
  const { id } = item
  const no = input.no ?? draftNo
  const { content, savedAt } = await requirePosterRevision(deps, id, no)
  const publishAt = item.publishAt ?? (await appNow(db))
  const { title, summary, coverFileId, titleCode, source, author } = content
  const shown = { title, summary, coverFileId, titleCode, source, author }
  const head = { id, categoryId, pinned, views, publishAt, ...shown }
  const hasVideo = content.videoFileId !== null
  const [files, neighbours] = await Promise.all([
    loadDeskFilesOfRevision(deps, staffId, { id, no }),
    findNeighbourPosters(db, head),
  ])
  const text = toPublicPosterText(withDeskFileLinks(content, files, deps), files)
  const coverUrl = (coverFileId && files.get(coverFileId)?.url) ?? null
  return { ...toPublicListItem({ ...head, hasVideo }), coverUrl, ...text, ...neighbours, updatedAt: savedAt }
}
