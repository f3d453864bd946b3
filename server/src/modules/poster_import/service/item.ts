import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { deskContent, type PosterContent, previewContent } from '../../poster/service.ts'
import type { ImportRow } from '../document/document.ts'
import { findItem, findMends, insertItem, lockWaiting, type StoredItem } from '../store/mends.ts'
import type { ImportRecord } from '../store.ts'
import { openImport } from './check.ts'
import { type ReadyItem, readyToLookAt, withCategory } from './make-item.ts'
import { readPackage } from './read-package.ts'
import { decided, requireImport } from './state.ts'

export type Stored = StoredItem<PosterContent>

/**
 * One item of an import that waits, and exactly what visitors would see of it. Its pictures are kept with the first look.
 * @throws Refusal poster_import.notFound, notWaiting, noItem
 */
export async function readItem(
  deps: Deps,
  staff: StaffAtWork,
  { importId, no }: { importId: string; no: number },
) {
  const row = await requireWaiting(deps, staff, importId)
  return itemView(deps, staff, row, no, await storedItem(deps, row, no))
}

/** One's own import, while it waits. @throws Refusal poster_import.notFound, notWaiting */
export async function requireWaiting(
  deps: Deps,
  staff: StaffAtWork,
  importId: string,
): Promise<ImportRecord> {
  const row = await requireImport(deps, staff, importId)
  if (row.state !== 'CHECKED') refuse('poster_import.notWaiting')
  return row
}

const noItem = (problem: string) => refuse('poster_import.noItem', { problem })

/** A row that may become an item once it has a category. @throws Refusal poster_import.noItem */
export function requireRow({ report }: ImportRecord, no: number): ImportRow {
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

/** What was decided of a row and its content, read now unless somebody has looked before. */
export async function storedItem(deps: Deps, record: ImportRecord, no: number) {
  const { path } = requireRow(record, no)
  const known = await findItem<PosterContent>(deps.db, record.id, no)
  if (known?.item) return { ...known, item: known.item }
  const pack = await openImport(deps, record.staffId, record.fileId)
  const reader = readPackage(deps.db, pack, record.categoryId)
  const entry = reader.documents.find((one) => one.path === path)
  if (!entry) return noItem('包里没有这个文件了，请重新上传')
  const document = await reader.read(entry, known?.categoryId)
  const { action, needsCategory, problems } = document.row
  if (action === 'SAME') return noItem(`“${document.row.title}”已经有了，不会再导入`)
  if (action === 'REFUSE' && !needsCategory) return noItem(problems.at(-1) ?? '')
  const {
    clean,
    contentHash,
    kept: _,
    otherHtml,
    ...ready
  } = await readyToLookAt(deps, pack, document)
  const { remains } = document.row
  const item: Stored = {
    ...ready,
    contentHash: contentHash.toString('hex'),
    bodyText: clean.text,
    remains: remains && { ...remains, otherHtml },
    mended: false,
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockWaiting(tx, record.id))) refuse('poster_import.notWaiting')
    await insertItem(tx, record.id, no, item)
  })
  const made = await findItem<PosterContent>(deps.db, record.id, no)
  if (!made?.item) throw new Error('the item was kept')
  return { ...made, item: made.item }
}

/** The stored content of a row as an item to be made; null: nobody has looked at it. */
export async function findStored(
  deps: Deps,
  importId: string,
  no: number,
): Promise<ReadyItem | null> {
  const found = await findItem<PosterContent>(deps.db, importId, no)
  if (!found?.item) return null
  const { contentHash, bodyText, remains: _, mended: __, ...item } = found.item
  return withCategory(
    {
      ...item,
      contentHash: Buffer.from(contentHash, 'hex'),
      clean: { html: item.content.bodyHtml, text: bodyText, removed: [] },
    },
    found.categoryId,
  )
}

type Looked = Awaited<ReturnType<typeof storedItem>>

/** An item as the wire has it. */
export async function itemView(
  deps: Deps,
  { staffId }: StaffAtWork,
  record: ImportRecord,
  no: number,
  { item, version, leftOut, categoryId: given }: Looked,
) {
  const { content, publishedAt: datedAt, pinned, mended } = item
  const categoryId = given ?? item.categoryId
  const publishAt = datedAt === null ? null : new Date(datedAt)
  const place = { id: record.id, pinned, publishAt, content }
  const [shown, ofDesk, other, mends] = await Promise.all([
    categoryId === null ? null : previewContent(deps, staffId, { ...place, categoryId }),
    deskContent(deps, staffId, content),
    otherText(deps, staffId, item),
    findMends(deps.db, record.id),
  ])
  const { problems } = decided(requireRow(record, no), mends.get(no))
  const remains = item.remains && { ...item.remains, otherHtml: other }
  return {
    ...{ no, version, leftOut, mended, categoryId, datedAt, problems },
    ...{ content: ofDesk, remains, shown },
  }
}

async function otherText(deps: Deps, staffId: string, { remains, content }: Stored) {
  const otherHtml = remains?.otherHtml
  if (!otherHtml) return null
  return (await deskContent(deps, staffId, { ...content, bodyHtml: otherHtml })).bodyHtml
}
