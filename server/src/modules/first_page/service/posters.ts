import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type PublicContent, renderingIp } from '../../../platform/web/public-content.ts'
import {
  countView,
  listPublic,
  listPublished,
  readPublic,
  searchPublic,
} from '../../poster/service.ts'

type ListInput = Parameters<typeof listPublic>[1]
type SearchInput = Parameters<typeof searchPublic>[1]

/** spec §7 posters_list: a page beyond the end is an empty list. */
export function postersList(deps: Deps, input: ListInput) {
  return listPublic(deps.db, input)
}

/**
 * spec §7 posters_info: one item as readers see it; counts the view.
 * @throws Refusal first_page.notFound for one that never was, is a draft, waits for its time or was withdrawn
 */
export async function postersInfo(deps: Deps, { id }: { id: string }, ip: string) {
  const item = uuid.test(id) ? await readPublic(deps.db, id) : undefined
  if (!item) return refuse('first_page.notFound')
  if (ip !== renderingIp) countView(deps, item.id, ip)
  return item
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Full-text search over everything public. */
export function search(deps: Deps, input: SearchInput) {
  return searchPublic(deps.db, input)
}

/** For the rendered pages, the feeds and the site map. */
export function publicContent(deps: Deps): PublicContent {
  return {
    listPublished: (filter) => listPublished(deps.db, filter),
    countView: (id, ip) => countView(deps, id, ip),
  }
}
