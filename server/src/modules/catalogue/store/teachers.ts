import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { nameContainsSql } from '../../../platform/db/like.ts'
import { type PageRequest, selectPage } from '../../../platform/db/page.ts'

export interface TeacherFields {
  name: string
  titleCode: number
  employer: string
  intro: string
}

const columns = ['id', 'name', 'titleCode', 'employer', 'intro', 'version', 'updatedAt', 'updatedBy'] as const

export function listTeachers(db: Db, { keyword, ...paging }: PageRequest & { keyword?: string | undefined }) {
  let chosen = db.selectFrom('teacher')
  if (keyword)
    chosen = chosen.where(({ or }) =>
      or([nameContainsSql(sql`fold_width(name)`, keyword), nameContainsSql(sql`fold_width(employer)`, keyword)]),
    )
  const rows = chosen
    .select(columns)
    .select(sql<number>`(select count(*)::int from course where course.teacher_id = teacher.id)`.as('courses'))
    .orderBy('name')
    .orderBy('id')
  return selectPage(rows, paging)
}

export function findTeacher(db: Db, id: string) {
  return db.selectFrom('teacher').select(columns).where('id', '=', id).executeTakeFirst()
}

export function lockTeacher(tx: Tx, id: string) {
  return tx.selectFrom('teacher').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertTeacher(tx: Tx, row: TeacherFields & { id: string; updatedBy: string }): Promise<boolean> {
  return insertOnce(tx, 'teacher', row)
}

/** @returns the new revision number */
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
