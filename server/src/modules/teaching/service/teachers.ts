import { auditStaff } from '../../../platform/audit.ts'
import { publishContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { PageRequest } from '../../../platform/db/page.ts'
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

export function deskTeachers({ db }: Deps, query: PageRequest & { keyword?: string | undefined }) {
  return listTeachers(db, query)
}

/** @throws Refusal teaching.teacherNotFound, teaching.versionStale */
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
    const tell = (detail: Record<string, unknown>) => auditStaff(tx, staff, 'teaching.teacherSaved', id, detail)
    if (made) await tell({ after: content })
    if (made || same(before, content)) return { id, version: there.version }
    requireVersion(there, version, 'teaching.versionStale')
    const newer = await updateTeacher(tx, id, row)
    await tell({ before, after: content })
    await publishContentChanged(tx)
    return { id, version: newer }
  })
}

function fieldsOf({ name, titleCode, employer, intro }: TeacherFields): TeacherFields {
  return { name, titleCode, employer, intro }
}

function same(one: TeacherFields, other: TeacherFields): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
}
