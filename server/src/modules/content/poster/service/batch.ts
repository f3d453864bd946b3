import type { AuditAuthor } from '../../../../platform/audit.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, toRefusalResponse } from '../../../../platform/errors.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import type { PosterStateChange } from './change.ts'
import { publishPoster, removePoster, withdrawPoster } from './state.ts'

interface Which {
  id: string
  version: number
}

interface Outcome {
  id: string
  moved: PosterStateChange | null
  refusal: { key: string; msg: string } | null
}

/** Each item has its own transaction, so that a failure does not stop the others. */
async function eachOf(items: Which[], change: (item: Which) => Promise<PosterStateChange>) {
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await outcomeOf(item, change))
  const done = outcomes.filter(({ moved }) => moved).length
  return { done, refused: outcomes.length - done, outcomes }
}

async function outcomeOf(item: Which, change: (item: Which) => Promise<PosterStateChange>): Promise<Outcome> {
  const { id } = item
  try {
    return { id, moved: await change(item), refusal: null }
  } catch (error) {
    if (error instanceof Refusal) {
      const { key, detail } = error
      return { id, moved: null, refusal: { key, msg: toRefusalResponse(key, detail).body.msg } }
    }
    logFault(`one of several contents, ${id}`, error)
    // The connection ended, but the commit may have succeeded, so the result is unknown.
    const msg = '服务器出错，不能确定是否已完成，请再试一次'
    return { id, moved: null, refusal: { key: 'common.broken', msg } }
  }
}

export function publishPosters(
  deps: Deps,
  author: AuditAuthor,
  { items, publishAt }: { items: Which[]; publishAt: string | null },
) {
  return eachOf(items, (item) => publishPoster(deps, author, { ...item, publishAt }))
}

export function withdrawPosters(
  deps: Deps,
  author: AuditAuthor,
  { items, reason }: { items: Which[]; reason: string },
) {
  return eachOf(items, (item) => withdrawPoster(deps, author, { ...item, reason }))
}

/** Removes only drafts that were never published. */
export function removePosters(deps: Deps, author: AuditAuthor, { items, reason }: { items: Which[]; reason: string }) {
  return eachOf(items, (item) => removePoster(deps, author, { ...item, reason }))
}
