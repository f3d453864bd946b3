import { auditStaff } from '../../../platform/audit.ts'
import { publishContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  type CourseFields,
  findTeacher,
  insertDeskCourse,
  isCoursePaidFor,
  lockDeskCourse,
  updateDeskCourse,
} from '../../catalogue/service/desk.ts'
import { findPublicFiles } from '../../file/service/links.ts'
import { isPictureFile } from '../../file/service.ts'

interface Saving {
  id: string
  version: number
  content: CourseFields
}

/**
 * Students see the changes at once. @throws Refusal teaching.notFound, teaching.teacherNotFound, teaching.badFile,
 * teaching.versionStale, teaching.subjectFixed
 */
export function saveCourse({ db }: Pick<Deps, 'db'>, staff: StaffAtWork, saving: Saving) {
  return inTransaction(db, async (tx) => {
    const { id, version, content } = saving
    await requireParts(tx, content)
    const by = { updatedBy: staff.username }
    const made = version === 0 && (await insertDeskCourse(tx, { ...content, ...by, id }))
    const there = await lockDeskCourse(tx, id)
    if (!there) return refuse('teaching.notFound')
    if (made) await auditStaff(tx, staff, 'teaching.courseSaved', id, { after: content })
    const answer = { id, version: there.version, code: there.code }
    const before = fieldsOf(there)
    if (made || JSON.stringify(before) === JSON.stringify(fieldsOf(content))) return answer
    requireVersion(there, version, 'teaching.versionStale')
    if (before.subject !== content.subject && (await isCoursePaidFor(tx, id)))
      refuse('teaching.subjectFixed', { fields: { subject: '已有学员缴费，科目不能再改' } })
    const newer = await updateDeskCourse(tx, id, { ...content, ...by })
    await auditStaff(tx, staff, 'teaching.courseSaved', id, { before, after: content })
    await publishContentChanged(tx)
    return { ...answer, version: newer }
  })
}

async function requireParts(tx: Tx, { teacherId, coverFileId }: CourseFields): Promise<void> {
  if (!(await findTeacher(tx, teacherId))) refuse('teaching.teacherNotFound', { fields: { teacherId: '请选择教师' } })
  if (coverFileId === null) return
  const cover = (await findPublicFiles(tx, [coverFileId])).get(coverFileId)
  if (!cover || !isPictureFile(cover)) refuse('teaching.badFile', { fields: { coverFileId: '请重新上传封面' } })
}

function fieldsOf(course: CourseFields): CourseFields {
  const { title, intro, subject, teacherId, coverFileId, trialSeconds } = course
  return { title, intro, subject, teacherId, coverFileId, trialSeconds }
}
