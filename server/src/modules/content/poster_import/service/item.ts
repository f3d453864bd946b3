import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import type { PosterContent } from '../../poster/content.ts'
import { deskUnsavedContent, previewUnsavedContent } from '../../poster/service/desk.ts'
import type { ImportReportRow } from '../document/document.ts'
import type { ContentImport } from '../store.ts'
import {
  findImportItem,
  findImportItemEdits,
  insertImportItem,
  lockWaitingImport,
  type StoredImportItem,
} from '../store.ts'
import { openImportPackage } from './check.ts'
import { type PreparedItem, prepareItemForReview, toPreparedItem } from './make-item.ts'
import { createPackageReader } from './read-package.ts'
import { addRowDecision, requireContentImport } from './state.ts'

export type StoredPosterItem = StoredImportItem<PosterContent>

/**
 * Shows the item of a row; the first view of the row stores its pictures.
 * @throws Refusal poster_import.notFound, notWaiting, noItem
 */
export async function readImportItem(
  deps: Deps,
  staff: StaffAtWork,
  { importId, no }: { importId: string; no: number },
) {
  const row = await requireWaitingImport(deps, staff, importId)
  return toImportItemView(deps, staff, row, no, await loadStoredItem(deps, row, no))
}

/** @throws Refusal poster_import.notFound, notWaiting */
export async function requireWaitingImport(deps: Deps, staff: StaffAtWork, importId: string): Promise<ContentImport> {
  const row = await requireContentImport(deps, staff, importId)
  if (row.state !== 'CHECKED') refuse('poster_import.notWaiting')
  return row
}

const noItem = (problem: string) => refuse('poster_import.noItem', { problem })

/** @throws Refusal poster_import.noItem */
export function requireItemRow({ report }: ContentImport, no: number): ImportReportRow {
  const row = report[no]
  if (!row) return noItem('没有找到这一篇，请回到列表重新选择')
  if (row.action === 'CREATE' || row.needsCategory) return row
  return noItem(
    {
      CREATE: '',
      SAME: `“${row.title}”已经有了，不会再导入；要修改请打开内容列表里的那一篇`,
      ATTACHED: `“${row.path}”作为附件随文导入，不单独成篇`,
      REFUSE: `“${row.path}”不能导入：${row.problems.at(-1) ?? ''}`,
    }[row.action],
  )
}

export async function loadStoredItem(deps: Deps, record: ContentImport, no: number) {
  const { path } = requireItemRow(record, no)
  const known = await findImportItem<PosterContent>(deps.db, record.id, no)
  if (known?.item) return { ...known, item: known.item }
  const pack = await openImportPackage(deps, record.staffId, record.fileId)
  const reader = createPackageReader(deps.db, pack, record.categoryId)
  const entry = reader.documents.find((one) => one.path === path)
  if (!entry) return noItem('包里没有这个文件了，请重新上传')
  const document = await reader.read(entry, known?.categoryId)
  const { action, needsCategory, problems } = document.row
  if (action === 'SAME') return noItem(`“${document.row.title}”已经有了，不会再导入`)
  if (action === 'REFUSE' && !needsCategory) return noItem(problems.at(-1) ?? '')
  const { clean, contentHash, kept: _, otherHtml, ...ready } = await prepareItemForReview(deps, pack, document)
  const { remains } = document.row
  const item: StoredPosterItem = {
    ...ready,
    contentHash: contentHash.toString('hex'),
    bodyText: clean.text,
    remains: remains && { ...remains, otherHtml },
    mended: false,
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockWaitingImport(tx, record.id))) refuse('poster_import.notWaiting')
    await insertImportItem(tx, record.id, no, item)
  })
  const made = await findImportItem<PosterContent>(deps.db, record.id, no)
  if (!made?.item) throw new Error('the item was kept')
  return { ...made, item: made.item }
}

/** Finds the prepared item of a row; null if nobody has opened the row yet. */
export async function findStoredItem(deps: Deps, importId: string, no: number): Promise<PreparedItem | null> {
  const found = await findImportItem<PosterContent>(deps.db, importId, no)
  if (!found?.item) return null
  const { contentHash, bodyText, remains: _, mended: __, ...item } = found.item
  return toPreparedItem(
    {
      ...item,
      contentHash: Buffer.from(contentHash, 'hex'),
      clean: { html: item.content.bodyHtml, text: bodyText, removed: [] },
    },
    found.categoryId,
  )
}

type Looked = Awaited<ReturnType<typeof loadStoredItem>>

export async function toImportItemView(
  deps: Deps,
  { staffId }: StaffAtWork,
  record: ContentImport,
  no: number,
  { item, version, leftOut, categoryId: given }: Looked,
) {
  const { content, publishedAt: datedAt, pinned, mended } = item
  const categoryId = given ?? item.categoryId
  const publishAt = datedAt === null ? null : new Date(datedAt)
  const place = { id: record.id, pinned, publishAt, content }
  const [shown, ofDesk, other, mends] = await Promise.all([
    categoryId === null ? null : previewUnsavedContent(deps, staffId, { ...place, categoryId }),
    deskUnsavedContent(deps, staffId, content),
    otherText(deps, staffId, item),
    findImportItemEdits(deps.db, record.id),
  ])
  const { problems } = addRowDecision(requireItemRow(record, no), mends.get(no))
  const remains = item.remains && { ...item.remains, otherHtml: other }
  return {
    ...{ no, version, leftOut, mended, categoryId, datedAt, problems },
    ...{ content: ofDesk, remains, shown },
  }
}

async function otherText(deps: Deps, staffId: string, { remains, content }: StoredPosterItem) {
  const otherHtml = remains?.otherHtml
  if (!otherHtml) return null
  return (await deskUnsavedContent(deps, staffId, { ...content, bodyHtml: otherHtml })).bodyHtml
}
