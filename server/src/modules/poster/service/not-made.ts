import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findDeskFiles } from '../../file/service.ts'
import type { PosterContent } from '../content.ts'
import { findNeighbours } from '../store/published.ts'
import { toItem, toShown, toText, withFiles } from '../view.ts'
import { idsOf } from './content-files.ts'

/** A content that is no item yet, with the addresses of its files for a member of staff. */
export async function deskContent(deps: Deps, staffId: string, content: PosterContent) {
  return toShown(content, await filesShown(deps, staffId, content), deps)
}

/** The same exactly as readers would see it. @param item `publishAt`: null for now */
export async function previewContent(
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
    findNeighbours(deps.db, shown),
  ])
  const coverUrl = (coverFileId && files.get(coverFileId)?.url) ?? null
  const text = toText(withFiles(content, files, deps), files)
  return { ...toItem(shown), coverUrl, ...text, ...neighbours, updatedAt: now }
}

function filesShown(deps: Deps, staffId: string, content: PosterContent) {
  const inText = content.bodyHtml.matchAll(/\/files\/public\/([0-9a-f-]{36})(?=["#])/g)
  const ids = [...Object.values(idsOf(content)).flat(), ...[...inText].map(([, id = '']) => id)]
  return findDeskFiles(deps, staffId, [...new Set(ids)])
}
