import { type Author, auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { updatePoster } from '../store/posters.ts'
import { changePoster, type Moved } from './change.ts'

interface Which {
  id: string
  version: number
}

/** Takes an item from readers, or one that waits for its time; its revisions stay. @throws Refusal poster.notPublished */
export function withdrawPoster(
  deps: Deps,
  author: Author,
  input: Which & { reason: string },
): Promise<Moved> {
  return changePoster(deps, author, 'poster.withdrawn', input, async (tx, item, signed) => {
    const { state, draftTitle: title, publishedNo, publishAt, pinned } = item
    if (state !== 'PUBLISHED' && state !== 'SCHEDULED') refuse('poster.notPublished')
    const moved = await updatePoster(tx, item.id, { withdrawn: true, pinned: false, ...signed })
    // it is not first in a list once it is published again: somebody decides that anew
    const before = { state, publishedNo, publishAt, pinned }
    const detail = {
      title,
      before,
      after: { state: 'WITHDRAWN', pinned: false },
      reason: input.reason,
    }
    await auditStaff(tx, author, 'poster.withdrawn', item.id, detail)
    await tellContentChanged(tx)
    return moved
  })
}

/** Puts an item first in its category's list, or back into its place in time; where it is already, nothing changes. @throws Refusal poster.withdrawnPin */
export function pinPoster(
  deps: Deps,
  author: Author,
  input: Which & { pinned: boolean },
): Promise<Moved> {
  const { pinned } = input
  const action = pinned ? 'poster.pinned' : 'poster.unpinned'
  return changePoster(deps, author, action, input, async (tx, item, signed) => {
    const { version, draftNo } = item
    if (item.pinned === pinned) return { version, draftNo }
    if (item.state === 'WITHDRAWN') refuse('poster.withdrawnPin')
    const moved = await updatePoster(tx, item.id, { pinned, ...signed })
    const detail = { title: item.draftTitle, before: { pinned: item.pinned }, after: { pinned } }
    await auditStaff(tx, author, action, item.id, detail)
    await tellContentChanged(tx)
    return moved
  })
}

/** Removes a draft that nobody ever published; the record keeps its revisions. @throws Refusal poster.wasPublished */
export function removePoster(
  deps: Deps,
  author: Author,
  input: Which & { reason: string },
): Promise<Moved> {
  return changePoster(deps, author, 'poster.removed', input, async (tx, item, signed) => {
    if (item.publishedNo !== null) refuse('poster.wasPublished')
    const moved = await updatePoster(tx, item.id, { removed: true, ...signed })
    const { draftTitle: title, draftNo: no } = item
    const detail = { title, before: { state: item.state, no }, reason: input.reason }
    await auditStaff(tx, author, 'poster.removed', item.id, detail)
    return moved
  })
}
