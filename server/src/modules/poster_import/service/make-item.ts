import { contentLimits, videoCategories } from '@ce/contract'
import type { Author } from '../../../platform/audit.ts'
import { appNow, type Db, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refusalAnswer } from '../../../platform/errors.ts'
import { publicFileUrl } from '../../../platform/files/links.ts'
import { logFault } from '../../../platform/observability/log.ts'
import { readOnce } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { addFromPieces } from '../../file/service.ts'
import {
  addPoster,
  type Cleaned,
  isTooFar,
  type PosterContent,
  refuseBody,
} from '../../poster/service.ts'
import { type Asset, anyMissing } from '../document/assets.ts'
import type { ImportDocument } from '../document/document.ts'
import type { FinishInput } from '../document/finish-task.ts'
import { itemNameOf } from '../document/same-item.ts'
import type { ImportPackage } from '../package/package.ts'
import { unpackApart } from '../package/read.ts'
import { findKnown, type Outcome, rememberItem } from '../store.ts'

/** An item with its files kept: what is left to do fits one transaction. */
export interface ReadyItem {
  categoryId: number
  /** when its document says it was published */
  publishedAt: string | null
  pinned: boolean
  contentHash: Buffer
  content: PosterContent
  clean: Cleaned
  /** of its files */
  problems: string[]
}

/** The same of a document that has no category yet. */
export type ReadyDocument = Omit<ReadyItem, 'categoryId'> & {
  categoryId: number | null
  kept: Kept
}

/** As an item: only a document that names its category, or was given one, is made. */
export function withCategory(
  ready: Omit<ReadyDocument, 'kept'>,
  given: number | null = null,
): ReadyItem {
  const categoryId = given ?? ready.categoryId
  if (categoryId === null) throw new Error('an item without a category was to be made')
  return { ...ready, categoryId }
}

/** Keeps the files a document shows and links. One that cannot be used goes with a remark; the same file is kept once. */
export async function readyItem(
  deps: Deps,
  pack: ImportPackage,
  document: ImportDocument,
): Promise<ReadyDocument> {
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

/** The same for somebody to look at, with the text the other way round: see ImportDocument.other. */
export async function readyToLookAt(deps: Deps, pack: ImportPackage, document: ImportDocument) {
  const ready = await readyItem(deps, pack, document)
  const { assets, other } = document
  if (!other) return { ...ready, otherHtml: null }
  const { kept } = await keepAssets(deps, pack, other.assets)
  const all = [...assets, ...other.assets]
  const { html } = await finished(
    pack.owner,
    { html: other.html, assets: all },
    new Map([...ready.kept, ...kept]),
  )
  return { ...ready, otherHtml: html }
}

type Kept = ReadonlyMap<Asset, string>

async function keepAssets(deps: Deps, pack: ImportPackage, assets: readonly Asset[]) {
  const problems: string[] = []
  const kept = new Map<Asset, string>()
  for (const asset of assets) {
    const id = await keepAsset(deps, pack, asset).catch((error: unknown) => {
      // ours, not the file's: the row is tried again as a whole
      if (!(error instanceof Refusal) || error.key === 'common.busy') throw error
      problems.push(`${asset.inner ? nameOf(asset) : asset.path}：${wordsOf(error)}`)
      return null
    })
    if (id) kept.set(asset, id)
  }
  return { kept, problems }
}

async function keepAsset(deps: Deps, pack: ImportPackage, asset: Asset): Promise<string> {
  const entry = pack.entries.find(({ path }) => path === asset.path)
  if (!entry) throw new Error(`${asset.path} left the package`)
  const { purpose } = asset
  const added = { purpose, name: nameOf(asset), owner: pack.owner }
  if (asset.data !== undefined) return addFromPieces(deps, added, decoded(asset.data))
  const wanted = asset.inner ? { ...entry, inner: asset.inner } : entry
  return addFromPieces(deps, added, unpackApart(pack, wanted))
}

async function* decoded(data: string) {
  yield Buffer.from(data, 'base64')
}

function nameOf({ path, inner }: Asset): string {
  return (inner ?? path).replace(/^.*\//s, '')
}

const finishing: TaskName<FinishInput, Cleaned> = {
  script: new URL('../document/finish-task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: '正文过于复杂，请拆分',
  tooComplex: '正文过于复杂，请拆分',
}

/** The HTML with the addresses of the files that were kept, by a process of its own. @throws Refusal common.invalid */
async function finished(
  owner: string,
  { html, assets }: { html: string; assets: readonly Asset[] },
  kept: Kept,
): Promise<Cleaned> {
  const addresses = assets.map((asset): [string, string | null] => {
    const id = kept.get(asset)
    return [asset.placeholder, id === undefined ? null : publicFileUrl(id)]
  })
  return readOnce(finishing, { html, addresses }, { owner }).catch(refuseBody)
}

/** A refusal in its own words; anything else is ours to look into. */
function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return refusalAnswer(error.key, error.detail).body.msg
  logFault('import', error)
  return '处理时出错'
}

/** Makes the item, in the caller's transaction: all of it or nothing. It carries the document's date, a draft too. */
export async function makeItem(
  tx: Tx,
  author: Author,
  item: ReadyItem,
  publish: boolean,
): Promise<Outcome> {
  const { categoryId, content, clean, pinned, publishedAt, problems } = item
  const known = await findKnown(tx, item.contentHash, nameOfReady(item))
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
  // a process that was faster has made the same: ours rolls back with the transaction
  if (!(await rememberItem(tx, item.contentHash, posterId))) throw new AlreadyMade()
  const told = hindered ? [...problems, hindered] : problems
  return { action: 'CREATE', problems: told, posterId }
}

const nameOfReady = ({ categoryId, content: { title }, publishedAt }: ReadyItem) =>
  itemNameOf({ categoryId, title, publishedAt })

/** Why it becomes a draft although its import publishes; null: it does not. */
function hindrance({ categoryId, publishedAt, content, clean }: ReadyItem, now: Date) {
  const missing = anyMissing.exec(clean.html)?.[1]
  if (missing) return `正文里还缺${missing.replace(/ \d+$/, '')}：已存为草稿，请补传后再发布`
  if (!content.videoFileId && videoCategories.some((id) => id === categoryId))
    return '视频栏目：已存为草稿，请补上视频后再发布'
  const isFar = publishedAt !== null && isTooFar(new Date(publishedAt), now)
  return isFar ? '日期在一年之后：已存为草稿，请核对后再发布' : null
}

/** Ends a transaction whose item another process has made meanwhile. */
class AlreadyMade extends Error {}

/** How a row comes out whose transaction failed. @param item null: it did not come so far */
export async function outcomeOf(db: Db, item: ReadyItem | null, error: unknown): Promise<Outcome> {
  if (!item || !(error instanceof AlreadyMade))
    return { action: 'REFUSE', problems: [wordsOf(error)], posterId: null }
  const known = await findKnown(db, item.contentHash, nameOfReady(item))
  return { action: 'SAME', problems: [], posterId: known ?? null }
}

/** A connection may break once; what a document says stays wrong however often it is tried. */
export function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof Refusal) && !(error instanceof AlreadyMade)
}

function contentOf(
  { row, summary, titleCode, source, author, named }: ImportDocument,
  clean: Cleaned,
  kept: Kept,
  attachments: PosterContent['attachments'],
): PosterContent {
  const idOf = (asset: Asset | null) => (asset && kept.get(asset)) ?? null
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
