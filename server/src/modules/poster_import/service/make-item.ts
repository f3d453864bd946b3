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
import { addPoster, type Cleaned, isTooFar, refuseBody } from '../../poster/service.ts'
import { type Asset, anyMissing, type NamedFiles } from '../document/assets.ts'
import type { ImportDocument } from '../document/document.ts'
import type { FinishInput } from '../document/finish-task.ts'
import type { ImportPackage } from '../package/package.ts'
import { unpackApart } from '../package/read.ts'
import { findKnown, type Outcome, rememberItem } from '../store.ts'

/** A document with its files kept: what is left to do fits one transaction. */
export interface ReadyItem {
  document: ImportDocument
  clean: Cleaned
  /** by what the front matter calls them; null: none */
  files: Record<keyof NamedFiles, string | null>
  attachments: { fileId: string; name: string }[]
  /** of its files, and what publishing will not do */
  problems: string[]
}

/** Keeps the files a document shows and links. One that cannot be used goes with a remark; the same file is kept once. */
export async function readyItem(
  deps: Deps,
  pack: ImportPackage,
  document: ImportDocument,
): Promise<ReadyItem> {
  const { assets, named } = document
  const { attachments: most } = contentLimits
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
  const idOf = (asset: Asset | null) => (asset && kept.get(asset)) ?? null
  const attachments = assets.flatMap((asset) => {
    const fileId = asset.purpose === 'ATTACHMENT' && kept.get(asset)
    return fileId ? [{ fileId, name: nameOf(asset).slice(-contentLimits.attachmentName) }] : []
  })
  if (attachments.length > most) problems.push(`附件超过 ${most} 个，其余只在正文中有链接`)
  return {
    document,
    clean: await finished(pack.owner, document, kept),
    files: {
      cover: idOf(named.cover),
      video: idOf(named.video),
      captions: idOf(named.captions),
    },
    attachments: attachments.slice(0, most),
    problems,
  }
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
  { html, assets }: ImportDocument,
  kept: ReadonlyMap<Asset, string>,
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
  const { document, problems } = item
  const { row, contentHash } = document
  if (row.categoryId === null) throw new Error('a refused document was to be made')
  const known = await findKnown(tx, document)
  if (known) return { action: 'SAME', problems: [], posterId: known }
  const hindered = publish ? hindrance(item, await appNow(tx)) : null
  const posterId = await addPoster(tx, author, {
    categoryId: row.categoryId,
    content: contentOf(item),
    clean: item.clean,
    pinned: document.pinned,
    datedAt: row.publishedAt,
    publishAt: publish && !hindered ? (row.publishedAt ?? 'now') : null,
  })
  // a process that was faster has made the same: ours rolls back with the transaction
  if (!(await rememberItem(tx, contentHash, posterId))) throw new AlreadyMade()
  const told = hindered ? [...problems, hindered] : problems
  return { action: 'CREATE', problems: told, posterId }
}

/** Why it becomes a draft although its import publishes; null: it does not. */
function hindrance({ document: { row }, files, clean }: ReadyItem, now: Date): string | null {
  if (anyMissing.test(clean.html)) return '正文里还缺图片：已存为草稿，请补传后再发布'
  if (!files.video && videoCategories.some((id) => id === row.categoryId))
    return '视频栏目：已存为草稿，请补上视频后再发布'
  const isFar = row.publishedAt !== null && isTooFar(new Date(row.publishedAt), now)
  return isFar ? '日期在一年之后：已存为草稿，请核对后再发布' : null
}

/** Ends a transaction whose item another process has made meanwhile. */
class AlreadyMade extends Error {}

/** How a row comes out whose transaction failed. */
export async function outcomeOf(
  db: Db,
  document: ImportDocument,
  error: unknown,
): Promise<Outcome> {
  if (!(error instanceof AlreadyMade))
    return { action: 'REFUSE', problems: [wordsOf(error)], posterId: null }
  const known = await findKnown(db, document)
  return { action: 'SAME', problems: [], posterId: known ?? null }
}

/** A connection may break once; what a document says stays wrong however often it is tried. */
export function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof Refusal) && !(error instanceof AlreadyMade)
}

function contentOf({ document, clean, files, attachments }: ReadyItem) {
  const { row, summary, titleCode, source, author } = document
  return {
    title: row.title,
    summary,
    bodyHtml: clean.html,
    coverFileId: files.cover,
    videoFileId: files.video,
    captionsFileId: files.captions,
    titleCode,
    source,
    author,
    attachments,
  }
}
