import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  deleteDraft,
  findDraft,
  findVersion,
  insertDraft,
  lockDeskCourse,
  type NewLesson,
  replaceDraft,
  type Version,
} from '../../catalogue/service/desk.ts'
import { listArticles, listLessons } from '../../catalogue/service.ts'
import { findLessonFiles } from '../../file/service.ts'
import {
  type Content,
  contentOf,
  type DraftLesson,
  rulesOf,
  sameContent,
  toldOf,
} from '../draft.ts'
import { lowVideoProblem } from '../low-video.ts'
import { cleanArticle } from './clean-article.ts'

interface Saving extends Content {
  courseId: string
  /** what is published, as it was read */
  baseId: string | null
  /** the draft that was read; null: there was none */
  versionId: string | null
  revision: number
}

/**
 * Keeps what is to be taught one day. Nobody but the desk sees it. An identical repeat gets its first answer.
 * @throws Refusal teaching.notFound, teaching.versionStale, teaching.badFile, common.invalid for an impossible text
 */
export async function saveDraft(
  deps: Pick<Deps, 'db' | 'publicUrl'>,
  staff: StaffAtWork,
  given: Saving,
) {
  const lessons: DraftLesson[] = []
  for (const one of given.lessons) lessons.push(await cleanArticle(staff.username, one, deps))
  const saving = { ...given, lessons }
  return inTransaction(deps.db, async (tx) => {
    const { courseId, baseId } = saving
    const course = await lockDeskCourse(tx, courseId)
    if (!course) return refuse('teaching.notFound')
    const draft = await findDraft(tx, courseId)
    const before = draft && (await contentOfVersion(tx, draft))
    if (draft && before && sameContent(before, saving))
      return { versionId: draft.id, revision: draft.revision }
    if (course.currentVersionId !== baseId) await refuseStale(tx, course.currentVersionId)
    if (!isOfThis(draft, saving)) refuse('teaching.versionStale', { by: byOf(draft) })
    const lessons = await lessonsOf(tx, saving.lessons)
    const content = { rules: rulesOf(saving.rules), lessons, by: staff.username }
    const versionId = draft?.id ?? (await insertDraft(tx, courseId, content))
    const newer = draft ? await replaceDraft(tx, draft, content) : 1
    const after = toldOf(saving)
    const detail = before ? { before: toldOf(before), after } : { after }
    await auditStaff(tx, staff, 'teaching.draftSaved', courseId, detail)
    return { versionId, revision: newer }
  })
}

/** What the database holds of a version. */
export async function contentOfVersion(tx: Tx, version: Version): Promise<Content> {
  const lessons = await listLessons(tx, [version.id])
  return contentOf(lessons, await listArticles(tx, [version.id]), version)
}

/** Whether what was read is the draft there is, as it is. */
function isOfThis(draft: Version | undefined, { versionId, revision }: Saving): boolean {
  return (draft?.id ?? null) === versionId && (draft?.revision ?? 0) === revision
}

const byOf = (draft: { updatedBy: string } | undefined) => draft?.updatedBy ?? '其他人'

async function refuseStale(tx: Tx, currentVersionId: string | null): Promise<never> {
  const current = currentVersionId ? await findVersion(tx, currentVersionId) : undefined
  return refuse('teaching.versionStale', { by: current?.publishedBy ?? byOf(undefined) })
}

/** The lessons with their lengths: a film's own, or the reading time. @throws Refusal teaching.badFile naming the lesson */
async function lessonsOf(tx: Tx, lessons: DraftLesson[]): Promise<NewLesson[]> {
  const ids = lessons.flatMap((lesson) =>
    lesson.kind === 'VIDEO'
      ? [lesson.videoFileId, lesson.lowVideoFileId ?? [], lesson.captionsFileId ?? []].flat()
      : [],
  )
  const files = await findLessonFiles(tx, ids)
  return lessons.map((lesson) => {
    const { title } = lesson
    if (lesson.kind === 'ARTICLE') {
      const { kind, html, readingSeconds } = lesson
      return { title, kind, durationDs: readingSeconds * 10, articleHtml: html }
    }
    const { videoFileId, lowVideoFileId, captionsFileId } = lesson
    const video = files.get(videoFileId)
    if (video?.purpose !== 'LESSON' || !video.media)
      return refuse('teaching.badFile', { fields: { lessons: `请重新上传“${title}”的视频` } })
    const problem = lowVideoFileId && lowVideoProblem(video, files.get(lowVideoFileId))
    if (problem)
      return refuse('teaching.badFile', { fields: { lessons: `“${title}”的省流量视频${problem}` } })
    if (captionsFileId && files.get(captionsFileId)?.purpose !== 'LESSON_CAPTIONS')
      return refuse('teaching.badFile', { fields: { lessons: `请重新上传“${title}”的字幕` } })
    const durationDs = Math.round(video.media.durationSeconds * 10)
    const filesOf = { videoFileId, lowVideoFileId, captionsFileId }
    return { title, kind: 'VIDEO' as const, durationDs, ...filesOf }
  })
}

/**
 * Forgets a draft; again: as the first time.
 * @throws Refusal teaching.notFound, teaching.versionStale when it was changed since, or published
 */
export function discardDraft(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { courseId, versionId, revision }: { courseId: string; versionId: string; revision: number },
) {
  return inTransaction(db, async (tx) => {
    if (!(await lockDeskCourse(tx, courseId))) return refuse('teaching.notFound')
    const version = await findVersion(tx, versionId)
    if (!version || version.courseId !== courseId) return null
    if (version.publishedAt || version.revision !== revision)
      return refuse('teaching.versionStale', { by: version.publishedBy ?? version.updatedBy })
    const before = await contentOfVersion(tx, version)
    await deleteDraft(tx, versionId)
    await auditStaff(tx, staff, 'teaching.draftDiscarded', courseId, { before: toldOf(before) })
    return null
  })
}
