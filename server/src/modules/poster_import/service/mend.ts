import { auditStaff } from '../../../platform/audit.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { cleanContent, isTooFar, type PosterContent } from '../../poster/service.ts'
import { decideRows, lockWaiting, mendItem } from '../store/mends.ts'
import { cancelImport } from '../store.ts'
import { itemView, requireRow, requireWaiting, type Stored, storedItem } from './item.ts'
import { readImportState, requireImport } from './state.ts'

export interface MendInput {
  importId: string
  no: number
  version: number
  categoryId: number
  datedAt: string | null
  remainsGone: boolean
  content: PosterContent
}

/** no portal is older, and a slip of the hand often is */
const firstDay = new Date('1949-01-01T00:00:00+08:00')

/**
 * Changes an item before it is made.
 * @throws Refusal poster_import.notFound, notWaiting, noItem, changed, badDate, common.invalid, poster.badFile
 */
export async function mendImported(deps: Deps, staff: StaffAtWork, input: MendInput) {
  const { importId, no, version, categoryId, datedAt, remainsGone } = input
  const record = await requireWaiting(deps, staff, importId)
  const { item: before } = await storedItem(deps, record, no)
  const at = datedAt === null ? null : new Date(datedAt)
  if (at && (at < firstDay || isTooFar(at, await appNow(deps.db))))
    refuse('poster_import.badDate', { fields: { datedAt: '应在 1949 年之后、一年之内' } })
  const { content, bodyText, cleaned } = await cleanContent(deps, staff, input.content)
  const item: Stored = {
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
    if (!(await lockWaiting(tx, importId))) refuse('poster_import.notWaiting')
    if (!(await mendItem(tx, importId, no, { version, categoryId, item })))
      refuse('poster_import.changed')
  })
  const view = await itemView(deps, staff, record, no, await storedItem(deps, record, no))
  return { ...view, cleaned }
}

/** The text the other way round, as long as nothing else was changed in it: what was typed would be lost with it. */
function otherAfter({ content, remains }: Stored, to: { gone: boolean; html: string }) {
  if (!remains?.otherHtml) return null
  if (to.gone === remains.gone) return to.html === content.bodyHtml ? remains.otherHtml : null
  return to.html === remains.otherHtml ? content.bodyHtml : null
}

/**
 * Decides several rows alike: their category, whether they come along.
 * @throws Refusal poster_import.notFound, notWaiting, noItem
 */
export async function chooseRows(
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
  const record = await requireWaiting(deps, staff, importId)
  for (const no of nos) requireRow(record, no)
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockWaiting(tx, importId))) refuse('poster_import.notWaiting')
    await decideRows(tx, importId, [...new Set(nos)], choice)
  })
  return readImportState(deps, staff, importId)
}

/** Gives an import up; what it has made stays. A repeat changes nothing. @throws Refusal poster_import.notFound, notWaiting */
export async function giveUpImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const { state } = await requireImport(deps, staff, importId)
  if (state === 'DONE' || state === 'FAILED') refuse('poster_import.notWaiting')
  await inTransaction(deps.db, async (tx) => {
    if (!(await cancelImport(tx, importId))) return
    await auditStaff(tx, staff, 'poster_import.cancelled', importId, { before: state })
  })
  return readImportState(deps, staff, importId)
}
