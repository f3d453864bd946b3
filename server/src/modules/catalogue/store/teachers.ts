import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { hasPart } from '../../../platform/db/like.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

export interface TeacherFields {
  name: string
  titleCode: number
  employer: string
  intro: string
}

const columns = [
  'id',
  'name',
  'titleCode',
  'employer',
  'intro',
  'version',
  'updatedAt',
  'updatedBy',
] as const

/** A page of the desk's list, by name. */
export function listTeachers(
  db: Db,
  { keyword, ...paging }: Paging & { keyword?: string | undefined },
) {
  let chosen = db.selectFrom('teacher')
  if (keyword)
    chosen = chosen.where(({ or }) =>
      or([hasPart(sql`fold_width(name)`, keyword), hasPart(sql`fold_width(employer)`, keyword)]),
    )
  const rows = chosen
    .select(columns)
    .select(
      sql<number>`(select count(*)::int from course where course.teacher_id = teacher.id)`.as(
        'courses',
      ),
    )
    .orderBy('name')
    .orderBy('id')
  return pageOf(rows, paging)
}

/** Without the number of courses that the list has. */
export function findTeacher(db: Db, id: string) {
  return db.selectFrom('teacher').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The same, and nobody else changes it until the transaction ends. */
export function lockTeacher(tx: Tx, id: string) {
  return tx
    .selectFrom('teacher')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** False: there is one with that id. */
export async function insertTeacher(
  tx: Tx,
  row: TeacherFields & { id: string; updatedBy: string },
): Promise<boolean> {
  const made = await tx
    .insertInto('teacher')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** @returns the new version */
export async function updateTeacher(
  tx: Tx,
  id: string,
  fields: TeacherFields & { updatedBy: string },
): Promise<number> {
  const { version } = await tx
    .updateTable('teacher')
    .set({ ...fields, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
