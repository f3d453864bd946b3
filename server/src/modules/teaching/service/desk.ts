import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { createDeskFileUrl, createPublicFileUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { countBankQuestions } from '../../catalogue/question/service/banks.ts'
import { emptyOpenFindings, loadOpenFindingsByCourse } from '../../catalogue/question/service/findings.ts'
import {
  type CourseFilter,
  type CourseVersionRow,
  type DeskCourse,
  findDeskCourse,
  findDraftVersion,
  findOpenVersionMove,
  findVersion,
  listDeskCourses,
  listPublishedVersions,
} from '../../catalogue/service/desk.ts'
import { type Lesson, listArticles, listLessons } from '../../catalogue/service.ts'
import { findLessonFiles, type LessonFile } from '../../file/service/uploaded.ts'
import { countMovedSignCourses } from '../../learning/sign/service.ts'
import { toExamRules } from '../draft.ts'

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
    coverUrl: coverFileId ? createPublicFileUrl(coverFileId) : null,
    teacher: { name: teacherName, titleCode: teacherTitleCode },
  }
}

/** @throws Refusal teaching.notFound */
export async function deskCourse(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { db } = deps
  const course = await findDeskCourse(db, id)
  if (!course) return refuse('teaching.notFound')
  const [draft, current, versions, bank, move, found] = await Promise.all([
    findDraftVersion(db, id),
    course.currentVersionId ? findVersion(db, course.currentVersionId) : undefined,
    listPublishedVersions(db, id),
    countBankQuestions(db, id),
    moveOf(db, id),
    loadOpenFindingsByCourse(db, [id]),
  ])
  const show = await versionsShown(deps, staff, [draft, current])
  return {
    ...course,
    ...headOf(course),
    draft: draft ? show(draft) : null,
    current: current ? show(current) : null,
    versions: versions.map((one) => ({ ...one, durationSeconds: one.durationDs / 10 })),
    bank,
    findings: found.get(id) ?? emptyOpenFindings,
    move,
  }
}

/** Returns null if no student waits for the move to a new version (decision 038). */
async function moveOf(db: Deps['db'], courseId: string) {
  const move = await findOpenVersionMove(db, courseId)
  const counted = move && (await countMovedSignCourses(db, move))
  return counted && counted.waiting > 0 ? counted : null
}

/** @throws Refusal teaching.notFound */
export async function deskVersion(
  deps: Deps,
  staff: StaffAtWork,
  { courseId, versionId }: { courseId: string; versionId: string },
) {
  const version = await findVersion(deps.db, versionId)
  const { publishedAt, publishedBy } = version ?? {}
  if (version?.courseId !== courseId || !publishedAt || !publishedBy) return refuse('teaching.notFound')
  const show = await versionsShown(deps, staff, [version])
  return { ...show(version), publishedAt, publishedBy }
}

async function versionsShown(
  { db, keys }: Deps,
  staff: StaffAtWork,
  versions: readonly (CourseVersionRow | undefined)[],
) {
  const ids = versions.flatMap((version) => version?.id ?? [])
  const [lessons, articles] = await Promise.all([listLessons(db, ids), listArticles(db, ids)])
  const files = await findLessonFiles(
    db,
    lessons.flatMap(({ videoFileId, lowVideoFileId, captionsFileId }) =>
      [videoFileId ?? [], lowVideoFileId ?? [], captionsFileId ?? []].flat(),
    ),
  )
  const link = (fileId: string) => createDeskFileUrl(keys, fileId, staff.staffId)
  return (version: CourseVersionRow) => {
    const own = lessons.filter(({ versionId }) => versionId === version.id)
    const list = own.map((lesson) =>
      lesson.kind === 'VIDEO' ? toVideo(lesson, files, link) : toArticle(lesson, articles.get(lesson.id) ?? ''),
    )
    return { ...version, rules: toExamRules(version), lessons: list }
  }
}

function toArticle({ title, durationDs }: Lesson, html: string) {
  return { kind: 'ARTICLE' as const, title, durationSeconds: durationDs / 10, html }
}

function toVideo(
  { title, durationDs, videoFileId, lowVideoFileId, captionsFileId }: Lesson,
  files: Map<string, LessonFile>,
  link: (fileId: string) => string,
) {
  const video = files.get(videoFileId ?? '')
  const low = files.get(lowVideoFileId ?? '')
  const captions = files.get(captionsFileId ?? '')
  return {
    kind: 'VIDEO' as const,
    title,
    durationSeconds: durationDs / 10,
    videoFileId: videoFileId ?? '',
    videoName: video?.name ?? '',
    videoUrl: videoFileId ? link(videoFileId) : '',
    media: video?.media ?? null,
    lowVideoFileId,
    lowVideoName: low?.name ?? null,
    lowVideoUrl: lowVideoFileId && link(lowVideoFileId),
    captionsFileId,
    captionsName: captions?.name ?? null,
    captionsUrl: captionsFileId && link(captionsFileId),
  }
}
