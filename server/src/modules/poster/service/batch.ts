import type { Author } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refusalAnswer } from '../../../platform/errors.ts'
import { logFault } from '../../../platform/observability/log.ts'
import type { Moved } from './change.ts'
import { publishPoster } from './publish.ts'
import { removePoster, withdrawPoster } from './state.ts'

interface Which {
  id: string
  version: number
}

interface Outcome {
  id: string
  moved: Moved | null
  refusal: { key: string; msg: string } | null
}

/**
 * Does to each item what the call for one does, in the order asked: a transaction, a look at its row and an audit row
 * each. What is refused stays as it is and says why, what fails says so; the others are done.
 */
async function eachOf(items: Which[], change: (item: Which) => Promise<Moved>) {
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await outcomeOf(item, change))
  const done = outcomes.filter(({ moved }) => moved).length
  return { done, refused: outcomes.length - done, outcomes }
}

async function outcomeOf(item: Which, change: (item: Which) => Promise<Moved>): Promise<Outcome> {
  const { id } = item
  try {
    return { id, moved: await change(item), refusal: null }
  } catch (error) {
    if (error instanceof Refusal) {
      const { key, detail } = error
      return { id, moved: null, refusal: { key, msg: refusalAnswer(key, detail).body.msg } }
    }
    logFault(`one of several contents, ${id}`, error)
    // the connection may have ended with the commit under way: a repeat answers as the first time
    const msg = '服务器出错，不能确定是否已完成，请再试一次'
    return { id, moved: null, refusal: { key: 'common.broken', msg } }
  }
}

/** Publishes several newest revisions, now or at one time. */
export function publishPosters(
  deps: Deps,
  author: Author,
  { items, publishAt }: { items: Which[]; publishAt: string | null },
) {
  return eachOf(items, (item) => publishPoster(deps, author, { ...item, publishAt }))
}

/** Takes several items from readers, for one reason. */
export function withdrawPosters(
  deps: Deps,
  author: Author,
  { items, reason }: { items: Which[]; reason: string },
) {
  return eachOf(items, (item) => withdrawPoster(deps, author, { ...item, reason }))
}

/** Removes several drafts that nobody ever published, for one reason. */
export function removePosters(
  deps: Deps,
  author: Author,
  { items, reason }: { items: Which[]; reason: string },
) {
  return eachOf(items, (item) => removePoster(deps, author, { ...item, reason }))
}
