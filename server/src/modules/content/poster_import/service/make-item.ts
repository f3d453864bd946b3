import { contentLimits, videoCategories } from '@ce/contract'
import type { AuditAuthor } from '../../../../platform/audit.ts'
import { appNow, type Db, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, toRefusalResponse } from '../../../../platform/errors.ts'
import { createPublicFileUrl } from '../../../../platform/files/links.ts'
import { logFault } from '../../../../platform/observability/log.ts'
import { readResultInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { addContentFromPieces } from '../../../file/service/content.ts'
import type { PosterContent } from '../../poster/content.ts'
import type { CleanedHtml } from '../../poster/html/clean.ts'
import { isPublishTimeTooFarAhead } from '../../poster/publication.ts'
import { refuseInvalidBody } from '../../poster/service/content.ts'
import { addPoster } from '../../poster/service/save.ts'
import { hasMissingPictures, type PackageAsset } from '../document/assets.ts'
import type { ImportDocument } from '../document/document.ts'
import { itemIdentityOf } from '../document/document.ts'
import type { FinishDocumentInput } from '../document/finish-task.ts'
import { unpackInWorker } from '../package/open.ts'
import type { ImportPackage } from '../package/package.ts'
import { findExistingPoster, type ImportedRowOutcome, recordImportedPoster } from '../store.ts'

/** An item whose files are all stored, so that one transaction can create it. */
export interface PreparedItem {
  categoryId: number
  publishedAt: string | null
  pinned: boolean
  contentHash: Buffer
  content: PosterContent
  clean: CleanedHtml
  problems: string[]
}

export type PreparedDocument = Omit<PreparedItem, 'categoryId'> & {
  categoryId: number | null
  kept: Kept
}

export function toPreparedItem(ready: Omit<PreparedDocument, 'kept'>, given: number | null = null): PreparedItem {
  const categoryId = given ?? ready.categoryId
  if (categoryId === null) throw new Error('an item without a category was to be made')
  return { ...ready, categoryId }
}

/** An unusable file adds a problem to the row instead of failing. */
export async function prepareItem(
  deps: Deps,
  pack: ImportPackage,
  document: ImportDocument,
): Promise<PreparedDocument> {
  const { assets, row } = document
  const { attachments: most } = contentLimits
  const { kept, problems } = await keepAssets(deps, pack, assets)
  const attachments = assets.flatMap((asset) => {
    const fileId = asset.purpose === 'ATTACHMENT' && kept.get(asset)
    return fileId ? [{ fileId, name: nameOf(asset).slice(-contentLimits.attachmentName) }] : []
  })
  if (attachments.length > most) problems.push(`附件超过 ${most} 个，其余只在正文中有链接`)
  const clean = await finished(pack.owner, document, kept)
  return {
    categoryId: row.categoryId,
    publishedAt: row.publishedAt,
    pinned: document.pinned,
    contentHash: document.contentHash,
    content: contentOf(document, clean, kept, attachments.slice(0, most)),
    clean,
    problems,
    kept,
  }
}

export async function prepareItemForReview(deps: Deps, pack: ImportPackage, document: ImportDocument) {
  const ready = await prepareItem(deps, pack, document)
  const { assets, other } = document
  if (!other) return { ...ready, otherHtml: null }
  const { kept } = await keepAssets(deps, pack, other.assets)
  const all = [...assets, ...other.assets]
  const { html } = await finished(pack.owner, { html: other.html, assets: all }, new Map([...ready.kept, ...kept]))
  return { ...ready, otherHtml: html }
}

type Kept = ReadonlyMap<PackageAsset, string>

async function keepAssets(deps: Deps, pack: ImportPackage, assets: readonly PackageAsset[]) {
  const problems: string[] = []
  const kept = new Map<PackageAsset, string>()
  for (const asset of assets) {
    const id = await keepAsset(deps, pack, asset).catch((error: unknown) => {
      // A busy server or a lost connection is not the fault of the file, so the row is tried again.
      if (!(error instanceof Refusal) || error.key === 'common.busy') throw error
      problems.push(`${asset.inner ? nameOf(asset) : asset.path}：${wordsOf(error)}`)
      return null
    })
    if (id) kept.set(asset, id)
  }
  return { kept, problems }
}

async function keepAsset(deps: Deps, pack: ImportPackage, asset: PackageAsset): Promise<string> {
  const entry = pack.entries.find(({ path }) => path === asset.path)
  if (!entry) throw new Error(`${asset.path} left the package`)
  const { purpose } = asset
  const added = { purpose, name: nameOf(asset), owner: pack.owner }
  if (asset.data !== undefined) return addContentFromPieces(deps, added, decoded(asset.data))
  const wanted = asset.inner ? { ...entry, inner: asset.inner } : entry
  return addContentFromPieces(deps, added, unpackInWorker(pack, wanted))
}

async function* decoded(data: string) {
  yield Buffer.from(data, 'base64')
}

function nameOf({ path, inner }: PackageAsset): string {
  return (inner ?? path).replace(/^.*\//s, '')
}

const finishing: ReadTaskName<FinishDocumentInput, CleanedHtml> = {
  script: new URL('../document/finish-task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: '正文过于复杂，请拆分',
  tooComplex: '正文过于复杂，请拆分',
}

/** Cleaning runs in a worker. @throws Refusal common.invalid */
async function finished(
  owner: string,
  { html, assets }: { html: string; assets: readonly PackageAsset[] },
  kept: Kept,
): Promise<CleanedHtml> {
  const addresses = assets.map((asset): [string, string | null] => {
    const id = kept.get(asset)
    return [asset.placeholder, id === undefined ? null : createPublicFileUrl(id)]
  })
  return readResultInProcess(finishing, { html, addresses }, { owner }).catch(refuseInvalidBody)
}

function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return toRefusalResponse(error.key, error.detail).body.msg
  logFault('import', error)
  return '处理时出错'
}

/** Creates the item in the caller's transaction. */
export async function createImportedItem(
  tx: Tx,
  author: AuditAuthor,
  item: PreparedItem,
  publish: boolean,
): Promise<ImportedRowOutcome> {
  const { categoryId, content, clean, pinned, publishedAt, problems } = item
  const known = await findExistingPoster(tx, item.contentHash, nameOfReady(item))
  if (known) return { action: 'SAME', problems: [], posterId: known }
  const hindered = publish ? hindrance(item, await appNow(tx)) : null
  const posterId = await addPoster(tx, author, {
    categoryId,
    content,
    clean,
    pinned,
    datedAt: publishedAt,
    publishAt: publish && !hindered ? (publishedAt ?? 'now') : null,
  })
  // Another process has created the item, so this transaction rolls back.
  if (!(await recordImportedPoster(tx, item.contentHash, posterId))) throw new AlreadyMade()
  const told = hindered ? [...problems, hindered] : problems
  return { action: 'CREATE', problems: told, posterId }
}

const nameOfReady = ({ categoryId, content: { title }, publishedAt }: PreparedItem) =>
  itemIdentityOf({ categoryId, title, publishedAt })

/** Returns why the item cannot be published, or null. */
function hindrance({ categoryId, publishedAt, content, clean }: PreparedItem, now: Date) {
  const missing = hasMissingPictures.exec(clean.html)?.[1]
  if (missing) return `正文里还缺${missing.replace(/ \d+$/, '')}：已存为草稿，请补传后再发布`
  if (!content.videoFileId && videoCategories.some((id) => id === categoryId))
    return '视频栏目：已存为草稿，请补上视频后再发布'
  const isFar = publishedAt !== null && isPublishTimeTooFarAhead(new Date(publishedAt), now)
  return isFar ? '日期在一年之后：已存为草稿，请核对后再发布' : null
}

/** Rolls the transaction back, because another process has created the item. */
class AlreadyMade extends Error {}

/**
 * Returns how the import of a row ended.
 * @param item null if the failure happened before the item was ready
 */
export async function outcomeOfFailure(db: Db, item: PreparedItem | null, error: unknown): Promise<ImportedRowOutcome> {
  if (!item || !(error instanceof AlreadyMade)) return { action: 'REFUSE', problems: [wordsOf(error)], posterId: null }
  const known = await findExistingPoster(db, item.contentHash, nameOfReady(item))
  return { action: 'SAME', problems: [], posterId: known ?? null }
}

/** A lost connection may recover, but a refusal will not. */
export function isRetryableImportError(error: unknown): boolean {
  return !(error instanceof Refusal) && !(error instanceof AlreadyMade)
}

function contentOf(
  { row, summary, titleCode, source, author, named }: ImportDocument,
  clean: CleanedHtml,
  kept: Kept,
  attachments: PosterContent['attachments'],
): PosterContent {
  const idOf = (asset: PackageAsset | null) => (asset && kept.get(asset)) ?? null
  return {
    title: row.title,
    summary,
    bodyHtml: clean.html,
    coverFileId: idOf(named.cover),
    videoFileId: idOf(named.video),
    captionsFileId: idOf(named.captions),
    titleCode,
    source,
    author,
    attachments,
  }
}
