import type { Db } from '../../platform/db/database.ts'
import { listHidden, listNewest } from './store/published.ts'

export type { PosterContent } from './content.ts'
export type { Cleaned } from './html/clean.ts'
export { isTooFar } from './publication.ts'
export { cleanHtmlApart, refuseBody } from './service/clean-apart.ts'
export { cleanContent } from './service/clean-content.ts'
export { addPoster } from './service/create.ts'
export { deskContent, previewContent } from './service/not-made.ts'
export { listPublic, readPublic, searchPublic } from './service/read.ts'
export { countView } from './service/views.ts'

/** Which of the ids are of items that readers do not see now: drafts, withdrawn, removed, not published yet. */
export function hiddenPosters(db: Db, ids: readonly string[]) {
  return listHidden(db, ids)
}

/** The newest public items of all categories or some: site map, feeds. */
export function listPublished(db: Db, filter: { categoryIds?: number[]; limit: number }) {
  return listNewest(db, filter)
}
