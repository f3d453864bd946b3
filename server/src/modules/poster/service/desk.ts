import { containing } from '../../../platform/db/like.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { ownDate } from '../publication.ts'
import { type DeskFilter, findPoster, listPosters, type PosterRow } from '../store/posters.ts'
import { findRevision, listRevisions } from '../store/revisions.ts'
import { toShown } from '../view.ts'
import { deskFilesOf } from './content-files.ts'

/** The desk's list: every item not removed, what was changed last first. */
export async function deskPosters(
  deps: Deps,
  { keyword, ...filter }: Omit<DeskFilter, 'title'> & { keyword?: string | undefined },
) {
  const title = keyword ? containing(keyword.toLowerCase()) : undefined
  const { list, ...page } = await listPosters(deps.db, { ...filter, title })
  return { list: list.map(withOwnDate), ...page }
}

/** One item with its newest revision. @throws Refusal poster.notFound */
export async function deskPoster(
  deps: Deps,
  { staffId }: { staffId: string },
  { id }: { id: string },
) {
  const item = await requirePoster(deps, id)
  const { content } = await requireRevision(deps, id, item.draftNo)
  const files = await deskFilesOf(deps, staffId, { id, no: item.draftNo })
  return { ...withOwnDate(item), content: toShown(content, files, deps) }
}

/** With the date that it carries when it is published next. */
function withOwnDate<Item extends Parameters<typeof ownDate>[0]>(item: Item): Item {
  return { ...item, datedAt: ownDate(item) }
}

/** All revisions, newest first. @throws Refusal poster.notFound */
export async function deskRevisions(deps: Deps, { id }: { id: string }) {
  const { publishedNo } = await requirePoster(deps, id)
  const revisions = await listRevisions(deps.db, id)
  return revisions.map((revision) => ({ ...revision, published: revision.no === publishedNo }))
}

/** Any item that was not removed. @throws Refusal poster.notFound */
export async function requirePoster(deps: Deps, id: string): Promise<PosterRow> {
  return (await findPoster(deps.db, id)) ?? refuse('poster.notFound')
}

/** @throws Refusal poster.notFound for a number there is none of */
export async function requireRevision(deps: Deps, id: string, no: number) {
  return (await findRevision(deps.db, id, no)) ?? refuse('poster.notFound')
}
