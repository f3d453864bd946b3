import { auditStaff } from '../../../../platform/audit.ts'
import { appNow, inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import type { PosterContent } from '../../poster/content.ts'
import { isPublishTimeTooFarAhead } from '../../poster/publication.ts'
import { cleanEditorContent } from '../../poster/service/content.ts'
import { decideImportRows, lockWaitingImport, setContentImportCancelled, updateImportItem } from '../store.ts'
import {
  loadStoredItem,
  requireItemRow,
  requireWaitingImport,
  type StoredPosterItem,
  toImportItemView,
} from './item.ts'
import { readImportState, requireContentImport } from './state.ts'

export interface ImportItemEditInput {
  importId: string
  no: number
  version: number
  categoryId: number
  datedAt: string | null
  remainsGone: boolean
  content: PosterContent
}

const firstDay = new Date('1949-01-01T00:00:00+08:00')

/** @throws Refusal poster_import.notFound, notWaiting, noItem, changed, badDate, common.invalid, poster.badFile */
export async function editImportedItem(deps: Deps, staff: StaffAtWork, input: ImportItemEditInput) {
  const { importId, no, version, categoryId, datedAt, remainsGone } = input
  const record = await requireWaitingImport(deps, staff, importId)
  const { item: before } = await loadStoredItem(deps, record, no)
  const at = datedAt === null ? null : new Date(datedAt)
  if (at && (at < firstDay || isPublishTimeTooFarAhead(at, await appNow(deps.db))))
    refuse('poster_import.badDate', { fields: { datedAt: '应在 1949 年之后、一年之内' } })
  const { content, bodyText, cleaned } = await cleanEditorContent(deps, staff, input.content)
  const item: StoredPosterItem = {
    ...before,
    publishedAt: at?.toISOString() ?? null,
    content,
    bodyText,
    remains: before.remains && {
      ...before.remains,
      gone: remainsGone,
      otherHtml: otherAfter(before, { gone: remainsGone, html: content.bodyHtml }),
    },
    mended: true,
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockWaitingImport(tx, importId))) refuse('poster_import.notWaiting')
    if (!(await updateImportItem(tx, importId, no, { version, categoryId, item }))) refuse('poster_import.changed')
  })
  const view = await toImportItemView(deps, staff, record, no, await loadStoredItem(deps, record, no))
  return { ...view, cleaned }
}

/**
 * Returns the other form of the text (with or without the promotional lines); null once the text was edited, because a
 * switch would lose the edits.
 */
function otherAfter({ content, remains }: StoredPosterItem, to: { gone: boolean; html: string }) {
  if (!remains?.otherHtml) return null
  if (to.gone === remains.gone) return to.html === content.bodyHtml ? remains.otherHtml : null
  return to.html === remains.otherHtml ? content.bodyHtml : null
}

/** @throws Refusal poster_import.notFound, notWaiting, noItem */
export async function chooseImportRows(
  deps: Deps,
  staff: StaffAtWork,
  input: {
    importId: string
    nos: number[]
    categoryId?: number | undefined
    leftOut?: boolean | undefined
  },
) {
  const { importId, nos, ...choice } = input
  const record = await requireWaitingImport(deps, staff, importId)
  for (const no of nos) requireItemRow(record, no)
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockWaitingImport(tx, importId))) refuse('poster_import.notWaiting')
    await decideImportRows(tx, importId, [...new Set(nos)], choice)
  })
  return readImportState(deps, staff, importId)
}

/** Items that the import has created already stay. @throws Refusal poster_import.notFound, notWaiting */
export async function cancelContentImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const { state } = await requireContentImport(deps, staff, importId)
  if (state === 'DONE' || state === 'FAILED') refuse('poster_import.notWaiting')
  await inTransaction(deps.db, async (tx) => {
    if (!(await setContentImportCancelled(tx, importId))) return
    await auditStaff(tx, staff, 'poster_import.cancelled', importId, { before: state })
  })
  return readImportState(deps, staff, importId)
}
