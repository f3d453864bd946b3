import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { deskUrl, publicFileUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  type CourseFilter,
  type DeskCourse,
  findDeskCourse,
  findDraft,
  findVersion,
  listDeskCourses,
  listPublished,
  type Version,
} from '../../catalogue/service/desk.ts'
import { type Lesson, listArticles, listLessons } from '../../catalogue/service.ts'
import { findLessonFiles, type LessonFile } from '../../file/service.ts'
import { bankSize } from '../../question/service.ts'
import { rulesOf } from '../draft.ts'

/** The desk's list, newest change first. */
export async function deskCourses({ db }: Deps, filter: CourseFilter) {
  const { page, pageSize } = filter
  const { list, total } = await listDeskCourses(db, filter)
  const shown = list.map((course) => ({
    ...course,
    ...headOf(course),
    durationSeconds: course.durationDs / 10,
  }))
  return { list: shown, total, page, pageSize }
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
  const [draft, current, versions, bank] = await Promise.all([
    findDraft(db, id),
    course.currentVersionId ? findVersion(db, course.currentVersionId) : undefined,
    listPublished(db, id),
    bankSize(db, id),
  ])
  const shown = [draft, current].flatMap((version) => version ?? [])
  const versionIds = shown.map((version) => version.id)
  const [lessons, articles] = await Promise.all([
    listLessons(db, versionIds),
    listArticles(db, versionIds),
  ])
  const files = await findLessonFiles(
    db,
    lessons.flatMap(({ videoFileId, captionsFileId }) =>
      [videoFileId ?? [], captionsFileId ?? []].flat(),
    ),
  )
  const toShown = (version: Version | undefined) => {
    if (!version) return null
    const own = lessons.filter(({ versionId }) => versionId === version.id)
    const link = (fileId: string) => deskUrl(deps.keys, fileId, staff.staffId)
    const list = own.map((lesson) =>
      lesson.kind === 'VIDEO'
        ? toVideo(lesson, files, link)
        : toArticle(lesson, articles.get(lesson.id) ?? ''),
    )
    return { ...version, rules: rulesOf(version), lessons: list }
  }
  return {
    ...course,
    ...headOf(course),
    draft: toShown(draft),
    current: toShown(current),
    versions: versions.map((one) => ({ ...one, durationSeconds: one.durationDs / 10 })),
    bank,
  }
}

function toArticle({ title, durationDs }: Lesson, html: string) {
  return { kind: 'ARTICLE' as const, title, durationSeconds: durationDs / 10, html }
}

function toVideo(
  { title, durationDs, videoFileId, captionsFileId }: Lesson,
  files: Map<string, LessonFile>,
  link: (fileId: string) => string,
) {
  const video = files.get(videoFileId ?? '')
  const captions = files.get(captionsFileId ?? '')
  return {
    kind: 'VIDEO' as const,
    title,
    durationSeconds: durationDs / 10,
    videoFileId: videoFileId ?? '',
    videoName: video?.name ?? '',
    videoUrl: videoFileId ? link(videoFileId) : '',
    media: video?.media ?? null,
    captionsFileId,
    captionsName: captions?.name ?? null,
    captionsUrl: captionsFileId && link(captionsFileId),
  }
}
