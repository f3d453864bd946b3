import { noCodeWords, pictureProblem } from '@ce/contract/picture-uses'
import { type AuditEntry, type Author, auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPublicFiles, isPicture } from '../../file/service.ts'

/** What a change says of itself; null: nothing changed. */
export type Change = (Pick<AuditEntry, 'subject'> & { before?: unknown; after?: unknown }) | null

/** what a call answers that only says it is done */
export type Done = Record<string, never>

/** One change of what visitors see: the write, its audit row and the notice to every process, in one transaction. */
export function change<Result>(
  db: Db,
  author: Author,
  action: AuditEntry['action'],
  write: (tx: Tx) => Promise<{ result: Result; change: Change }>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const { result, change } = await write(tx)
    if (change === null) return result
    const { subject, ...detail } = change
    await auditStaff(tx, author, action, subject, detail)
    await tellContentChanged(tx)
    return result
  })
}

/**
 * Those that were chosen now; one that stands there already stays as it was judged then.
 * @throws Refusal first_page.badFile when one of them is no picture that everybody may see, first_page.unfitPicture naming what it lacks
 */
export async function requireNewPictures(
  db: Db,
  use: 'SWIPER' | 'QR',
  ids: readonly string[],
): Promise<void> {
  const files = await findPublicFiles(db, ids)
  for (const { purpose, width, height, qrText } of files.values()) {
    // drawn by us
    if (purpose !== 'PICTURE' || width === null || height === null) continue
    const unread = use === 'QR' && qrText === null ? noCodeWords : null
    const problem = pictureProblem(use, { width, height }) ?? unread
    if (problem) refuse('first_page.unfitPicture', { problem, fields: { fileId: problem } })
  }
}

/** @throws Refusal first_page.badFile when one of them is no picture that everybody may see */
export async function requirePictures(db: Db, ids: readonly string[]): Promise<void> {
  const files = await findPublicFiles(db, ids)
  const isGood = (id: string) => isPicture(files.get(id) ?? { purpose: '' })
  if (!ids.every(isGood)) refuse('first_page.badFile', { fields: { fileId: '图片不存在' } })
}
