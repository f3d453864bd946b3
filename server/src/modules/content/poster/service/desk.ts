import { appNow } from '../../../../platform/db/database.ts'
import { likeContaining } from '../../../../platform/db/like.ts'
import { readFromReplica } from '../../../../platform/db/replicas.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findDeskFiles } from '../../../file/service/links.ts'
import type { PosterContent } from '../content.ts'
import { restoredPublishTime } from '../publication.ts'
import {
  type DeskPosterFilter,
  findPoster,
  findPosterRevision,
  listPosterRevisions,
  listPosters,
  type PosterRow,
} from '../store/posters.ts'
import { findNeighbourPosters } from '../store/published.ts'
import { toDeskPosterContent, toPublicListItem, toPublicPosterText, withDeskFileLinks } from '../view.ts'
import { fileIdsByField, loadDeskFilesOfRevision } from './content.ts'

export async function deskPosters(
  deps: Deps,
  { keyword, ...filter }: Omit<DeskPosterFilter, 'title'> & { keyword?: string | undefined },
) {
  const title = keyword ? likeContaining(keyword.toLowerCase()) : undefined
  const { list, ...page } = await readFromReplica(deps, (db) => listPosters(db, { ...filter, title }))
  return { list: list.map(withOwnDate), ...page }
}

/** @throws Refusal poster.notFound */
export async function deskPoster(deps: Deps, { staffId }: { staffId: string }, { id }: { id: string }) {
  const item = await requirePoster(deps, id)
  const { content } = await requirePosterRevision(deps, id, item.draftNo)
  const files = await loadDeskFilesOfRevision(deps, staffId, { id, no: item.draftNo })
  return { ...withOwnDate(item), content: toDeskPosterContent(content, files, deps) }
}

function withOwnDate<Item extends Parameters<typeof restoredPublishTime>[0]>(item: Item): Item {
  return { ...item, datedAt: restoredPublishTime(item) }
}

/** Lists the newest revision first. @throws Refusal poster.notFound */
export async function deskPosterRevisions(deps: Deps, { id }: { id: string }) {
  const { publishedNo } = await requirePoster(deps, id)
  const revisions = await listPosterRevisions(deps.db, id)
  return revisions.map((revision) => ({ ...revision, published: revision.no === publishedNo }))
}

/** @throws Refusal poster.notFound */
export async function requirePoster(deps: Deps, id: string): Promise<PosterRow> {
  return (await findPoster(deps.db, id)) ?? refuse('poster.notFound')
}

/** @throws Refusal poster.notFound */
export async function requirePosterRevision(deps: Deps, id: string, no: number) {
  return (await findPosterRevision(deps.db, id, no)) ?? refuse('poster.notFound')
}

export async function deskUnsavedContent(deps: Deps, staffId: string, content: PosterContent) {
  return toDeskPosterContent(content, await filesShown(deps, staffId, content), deps)
}

/** @param item the content; a null `publishAt` means now */
export async function previewUnsavedContent(
  deps: Deps,
  staffId: string,
  item: {
    id: string
    categoryId: number
    pinned: boolean
    publishAt: Date | null
    content: PosterContent
  },
) {
  const { content, ...place } = item
  const now = await appNow(deps.db)
  const { title, summary, coverFileId, titleCode, source, author } = content
  const head = { title, summary, coverFileId, titleCode, source, author }
  const publishAt = place.publishAt ?? now
  const shown = { ...place, ...head, publishAt, views: 0, hasVideo: content.videoFileId !== null }
  const [files, neighbours] = await Promise.all([
    filesShown(deps, staffId, content),
    findNeighbourPosters(deps.db, shown),
  ])
  const coverUrl = (coverFileId && files.get(coverFileId)?.url) ?? null
  const text = toPublicPosterText(withDeskFileLinks(content, files, deps), files)
  return { ...toPublicListItem(shown), coverUrl, ...text, ...neighbours, updatedAt: now }
}

function filesShown(deps: Deps, staffId: string, content: PosterContent) {
  const inText = content.bodyHtml.matchAll(/\/files\/public\/([0-9a-f-]{36})(?=["#])/g)
  const ids = [...Object.values(fileIdsByField(content)).flat(), ...[...inText].map(([, id = '']) => id)]
  return findDeskFiles(deps, staffId, [...new Set(ids)])
}
