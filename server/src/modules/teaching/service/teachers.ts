import { auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  insertTeacher,
  listTeachers,
  lockTeacher,
  type TeacherFields,
  updateTeacher,
} from '../../catalogue/service/desk.ts'

/** The desk's list, by name. */
export function deskTeachers({ db }: Deps, query: Paging & { keyword?: string | undefined }) {
  return listTeachers(db, query)
}

/**
 * A new teacher (version 0) or a changed one; an identical repeat gets its first answer.
 * @throws Refusal teaching.teacherNotFound, teaching.versionStale when somebody else was faster
 */
export function saveTeacher(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, version, content }: { id: string; version: number; content: TeacherFields },
) {
  return inTransaction(db, async (tx) => {
    const row = { ...content, updatedBy: staff.username }
    const made = version === 0 && (await insertTeacher(tx, { ...row, id }))
    const there = await lockTeacher(tx, id)
    if (!there) return refuse('teaching.teacherNotFound')
    const before = fieldsOf(there)
    const tell = (detail: Record<string, unknown>) =>
      auditStaff(tx, staff, 'teaching.teacherSaved', id, detail)
    if (made) await tell({ after: content })
    if (made || same(before, content)) return { id, version: there.version }
    requireVersion(there, version, 'teaching.versionStale')
    const newer = await updateTeacher(tx, id, row)
    await tell({ before, after: content })
    await tellContentChanged(tx)
    return { id, version: newer }
  })
}

function fieldsOf({ name, titleCode, employer, intro }: TeacherFields): TeacherFields {
  return { name, titleCode, employer, intro }
}

function same(one: TeacherFields, other: TeacherFields): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
}
