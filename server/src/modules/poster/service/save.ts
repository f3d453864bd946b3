import { type Author, auditStaff } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { PosterContent } from '../content.ts'
import { type LockedPoster, updatePoster } from '../store/posters.ts'
import { findRevision, insertRevision, revisionEquals } from '../store/revisions.ts'
import { changePoster, type Moved, type Signed } from './change.ts'
import { cleanContent } from './clean-content.ts'

/** Saves as a new revision; readers see the old one until it is published. Saving what is there already does nothing. */
export async function savePoster(
  deps: Deps,
  author: Author,
  input: { id: string; version: number; content: PosterContent },
) {
  const { content, bodyText, cleaned } = await cleanContent(deps, author, input.content)
  const moved = await changePoster(
    deps,
    author,
    'poster.saved',
    input,
    async (tx, item, signed) => {
      const { version, draftNo } = item
      if (await revisionEquals(tx, item.id, draftNo, content)) return { version, draftNo }
      return addRevision(tx, author, item, { content, bodyText }, signed)
    },
  )
  return { ...moved, cleaned }
}

/** Makes an old revision the newest again, as a new one. @throws Refusal poster.notFound for a number there is none of */
export function restorePoster(
  deps: Deps,
  author: Author,
  input: { id: string; version: number; no: number },
): Promise<Moved> {
  return changePoster(deps, author, 'poster.restored', input, async (tx, item, signed) => {
    const { version, draftNo } = item
    if (input.no === draftNo) return { version, draftNo }
    const old = await findRevision(tx, item.id, input.no)
    if (!old) return refuse('poster.notFound')
    return addRevision(tx, author, item, { ...old, restoredFrom: input.no }, signed)
  })
}

async function addRevision(
  tx: Tx,
  author: Author,
  item: LockedPoster,
  saved: { content: PosterContent; bodyText: string; restoredFrom?: number },
  signed: Signed,
): Promise<Moved> {
  const { content, bodyText, restoredFrom } = saved
  const no = item.draftNo + 1
  const { title } = content
  const restored = restoredFrom === undefined ? {} : { restoredFrom }
  const row = { posterId: item.id, no, content, bodyText, savedBy: author.username, ...restored }
  await insertRevision(tx, row)
  const moved = await updatePoster(tx, item.id, { draftNo: no, draftTitle: title, ...signed })
  const before = { no: item.draftNo, title: item.draftTitle }
  const action = restoredFrom === undefined ? 'poster.saved' : 'poster.restored'
  const detail = { title, before, after: { no, title, ...restored } }
  await auditStaff(tx, author, action, item.id, detail)
  return moved
}
