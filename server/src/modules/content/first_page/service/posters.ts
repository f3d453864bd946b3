import { readFromReplica } from '../../../../platform/db/replicas.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { type PublicContent, pageRenderingIp } from '../../../../platform/web/public-content.ts'
import { listPublicPosters, loadPublicPoster, searchPublicPosters } from '../../poster/service/read.ts'
import { countPosterView } from '../../poster/service/views.ts'
import { listPublishedPosters } from '../../poster/service.ts'

type ListInput = Parameters<typeof listPublicPosters>[1]
type SearchInput = Parameters<typeof searchPublicPosters>[1]

/** See docs/rules/calls.md#pages-of-a-list. */
export function postersList(deps: Deps, input: ListInput) {
  return readFromReplica(deps, (db) => listPublicPosters(db, input))
}

/** Counts the view of the item. @throws Refusal first_page.notFound, also for hidden items */
export async function postersInfo(deps: Deps, { id }: { id: string }, ip: string) {
  const item = uuid.test(id) ? await readFromReplica(deps, (db) => loadPublicPoster(db, id)) : undefined
  if (!item) return refuse('first_page.notFound')
  if (ip !== pageRenderingIp) countPosterView(deps, item.id, ip)
  return item
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function searchPosters(deps: Deps, input: SearchInput) {
  return readFromReplica(deps, (db) => searchPublicPosters(db, input))
}

export function createPublicContent(deps: Deps): PublicContent {
  return {
    listPublished: (filter) => readFromReplica(deps, (db) => listPublishedPosters(db, filter)),
    countView: (id, ip) => countPosterView(deps, id, ip),
  }
}
