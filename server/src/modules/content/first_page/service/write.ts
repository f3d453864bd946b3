import { createHash } from 'node:crypto'
import { noQrCodeText, pictureProblem } from '@ce/contract/picture-uses'
import { type AuditAuthor, type AuditEntry, auditStaff } from '../../../../platform/audit.ts'
import { publishContentChanged } from '../../../../platform/content-changed.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findPublicFiles } from '../../../file/service/links.ts'
import { isPictureFile } from '../../../file/service.ts'
import { listHiddenPosters } from '../../poster/service.ts'

/** Null if the save changed nothing. */
export type SiteChange = (Pick<AuditEntry, 'subject'> & { before?: unknown; after?: unknown }) | null

export type EmptyResponse = Record<string, never>

/** The change, its audit row and the notice to all processes are one transaction. */
export function changeSiteContent<Result>(
  db: Db,
  author: AuditAuthor,
  action: AuditEntry['action'],
  write: (tx: Tx) => Promise<{ result: Result; change: SiteChange }>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const { result, change } = await write(tx)
    if (change === null) return result
    const { subject, ...detail } = change
    await auditStaff(tx, author, action, subject, detail)
    await publishContentChanged(tx)
    return result
  })
}

/** Checks only pictures that are new. @throws Refusal first_page.badFile, first_page.unfitPicture */
export async function requireNewPictures(db: Db, use: 'SWIPER' | 'QR', ids: readonly string[]): Promise<void> {
  const files = await findPublicFiles(db, ids)
  for (const { purpose, width, height, qrText } of files.values()) {
    if (purpose !== 'PICTURE' || width === null || height === null) continue
    const unread = use === 'QR' && qrText === null ? noQrCodeText : null
    const problem = pictureProblem(use, { width, height }) ?? unread
    if (problem) refuse('first_page.unfitPicture', { problem, fields: { fileId: problem } })
  }
}

/** @throws Refusal first_page.badFile */
export async function requirePublicPictures(db: Db, ids: readonly string[]): Promise<void> {
  const files = await findPublicFiles(db, ids)
  const isGood = (id: string) => isPictureFile(files.get(id) ?? { purpose: '' })
  if (!ids.every(isGood)) refuse('first_page.badFile', { fields: { fileId: '图片不存在' } })
}

/** The digest shows whether the content has changed. */
export function contentDigest(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/** A save replaces the whole row, so the editor must have seen its newest state. @throws Refusal first_page.stale */
export function requireCurrentDigest(now: object, version: string | undefined): void {
  if (contentDigest(now) !== version) refuse('first_page.stale')
}

interface Leading {
  redirectUrl: string | null
}

/** Returns a function that is true for rows whose linked content item is hidden. */
export async function findHiddenTargets(db: Db, all: readonly Leading[]): Promise<(one: Leading) => boolean> {
  const ids = new Set(all.flatMap(({ redirectUrl }) => posterOf(redirectUrl) ?? []))
  const hidden = await listHiddenPosters(db, [...ids])
  return ({ redirectUrl }) => hidden.has(posterOf(redirectUrl) ?? '')
}

/** Returns the id of the content item that a desktop or phone address leads to. */
function posterOf(redirectUrl: string | null): string | null {
  const path = URL.parse(redirectUrl ?? '', 'https://portal.invalid')?.pathname ?? ''
  return (
    /^(?:\/h5)?\/detail\/\w+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null
  )
}
