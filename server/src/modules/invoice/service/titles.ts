import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maySeeTitle } from '../policy.ts'
import type { Asked, TitleType } from '../store/invoices.ts'
import { deleteTitle, findTitle, listTitles, lockTitles, upsertTitle } from '../store/titles.ts'

/** nobody chooses from more */
const most = 20

/** A student's kept titles, the last used first. */
export async function savedTitles({ db }: Pick<Deps, 'db'>, { studentId }: StudentActor) {
  const list = await listTitles(db, studentId)
  return { list: list.map(({ titleType, ...row }) => ({ ...row, titleType: asType(titleType) })) }
}

/** The column's check. */
function asType(type: string): TitleType {
  return type as TitleType
}

/** Keeps a title, or says that it was used now; part of the caller's transaction. @throws Refusal invoice.tooManyTitles */
export async function keepTitle(
  tx: Tx,
  studentId: string,
  title: Pick<Asked, 'titleType' | 'title' | 'taxNo'>,
): Promise<void> {
  await lockTitles(tx, studentId)
  await upsertTitle(tx, studentId, title)
  if ((await listTitles(tx, studentId)).length > most) refuse('invoice.tooManyTitles', { most })
}

/** @throws Refusal common.notFound also for another's */
export async function removeTitle({ db }: Deps, student: StudentActor, { id }: { id: string }) {
  const title = await findTitle(db, id)
  if (!title || !maySeeTitle(student, title)) return refuse('common.notFound')
  await deleteTitle(db, id)
  return null
}
