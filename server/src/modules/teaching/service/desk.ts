import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { publicFileUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  type CourseFilter,
  type DeskCourse,
  findDeskCourse,
  findDraft,
  findOpenMove,
  findVersion,
  listDeskCourses,
  listPublished,
} from '../../catalogue/service/desk.ts'
import { bankSize, noFindings, openFindings } from '../../question/service.ts'
import { countMove } from '../../sign/service.ts'
import { versionsShown } from './shown.ts'

/** The desk's list, newest change first. */
export async function deskCourses({ db }: Deps, filter: CourseFilter) {
  const { list, ...page } = await listDeskCourses(db, filter)
  const shown = list.map((course) => ({
    ...course,
    ...headOf(course),
    durationSeconds: course.durationDs / 10,
  }))
  return { list: shown, ...page }
}

function headOf({ coverFileId, teacherName, teacherTitleCode }: DeskCourse) {
  return {
    coverUrl: coverFileId ? publicFileUrl(coverFileId) : null,
    teacher: { name: teacherName, titleCode: teacherTitleCode },
  }
}

/** One course with its draft, what is taught, and every version that was. @throws Refusal teaching.notFound */
export async function deskCourse(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { db } = deps
  const course = await findDeskCourse(db, id)
  if (!course) return refuse('teaching.notFound')
  const [draft, current, versions, bank, move, found] = await Promise.all([
    findDraft(db, id),
    course.currentVersionId ? findVersion(db, course.currentVersionId) : undefined,
    listPublished(db, id),
    bankSize(db, id),
    moveOf(db, id),
    openFindings(db, [id]),
  ])
  const show = await versionsShown(deps, staff, [draft, current])
  return {
    ...course,
    ...headOf(course),
    draft: draft ? show(draft) : null,
    current: current ? show(current) : null,
    versions: versions.map((one) => ({ ...one, durationSeconds: one.durationDs / 10 })),
    bank,
    findings: found.get(id) ?? noFindings,
    move,
  }
}

/** How far the students who have not begun have followed what is taught now; null: all have (decision 038). */
async function moveOf(db: Deps['db'], courseId: string) {
  const move = await findOpenMove(db, courseId)
  const counted = move && (await countMove(db, move))
  return counted && counted.waiting > 0 ? counted : null
}

/** One version that was published, whichever is taught now. @throws Refusal teaching.notFound also for a draft or another course's */
export async function deskVersion(
  deps: Deps,
  staff: StaffAtWork,
  { courseId, versionId }: { courseId: string; versionId: string },
) {
  const version = await findVersion(deps.db, versionId)
  const { publishedAt, publishedBy } = version ?? {}
  if (version?.courseId !== courseId || !publishedAt || !publishedBy)
    return refuse('teaching.notFound')
  const show = await versionsShown(deps, staff, [version])
  return { ...show(version), publishedAt, publishedBy }
}
