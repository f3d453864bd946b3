import { articleLimits } from '@ce/contract/reading'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  type CourseVersionRow,
  deleteDraftVersion,
  findDraftVersion,
  findVersion,
  insertDraftVersion,
  lockDeskCourse,
  type NewLesson,
  replaceDraftVersion,
} from '../../catalogue/service/desk.ts'
import { listArticles, listLessons } from '../../catalogue/service.ts'
import { cleanHtmlInWorker } from '../../content/poster/service/content.ts'
import { findLessonFiles } from '../../file/service/uploaded.ts'
import {
  type CourseVersionContent,
  type DraftLesson,
  hashArticlesForAudit,
  isSameVersionContent,
  lowVideoProblem,
  toExamRules,
  toVersionContent,
} from '../draft.ts'

interface Saving extends CourseVersionContent {
  courseId: string
  baseId: string | null
  versionId: string | null
  revision: number
}

/**
 * Only staff can read a draft. @throws Refusal teaching.notFound, teaching.versionStale, teaching.badFile,
 * common.invalid
 */
export async function saveDraft(deps: Pick<Deps, 'db' | 'publicUrl'>, staff: StaffAtWork, given: Saving) {
  const lessons: DraftLesson[] = []
  for (const one of given.lessons) lessons.push(await cleanArticle(staff.username, one, deps))
  const saving = { ...given, lessons }
  return inTransaction(deps.db, async (tx) => {
    const { courseId, baseId } = saving
    const course = await lockDeskCourse(tx, courseId)
    if (!course) return refuse('teaching.notFound')
    const draft = await findDraftVersion(tx, courseId)
    const before = draft && (await loadVersionContent(tx, draft))
    if (draft && before && isSameVersionContent(before, saving))
      return { versionId: draft.id, revision: draft.revision }
    if (course.currentVersionId !== baseId) await refuseStale(tx, course.currentVersionId)
    if (!isOfThis(draft, saving)) refuse('teaching.versionStale', { by: byOf(draft) })
    const lessons = await lessonsOf(tx, saving.lessons)
    const content = { rules: toExamRules(saving.rules), lessons, by: staff.username }
    const versionId = draft?.id ?? (await insertDraftVersion(tx, courseId, content))
    const newer = draft ? await replaceDraftVersion(tx, draft, content) : 1
    const after = hashArticlesForAudit(saving)
    const detail = before ? { before: hashArticlesForAudit(before), after } : { after }
    await auditStaff(tx, staff, 'teaching.draftSaved', courseId, detail)
    return { versionId, revision: newer }
  })
}

export async function loadVersionContent(tx: Tx, version: CourseVersionRow): Promise<CourseVersionContent> {
  const lessons = await listLessons(tx, [version.id])
  return toVersionContent(lessons, await listArticles(tx, [version.id]), version)
}

function isOfThis(draft: CourseVersionRow | undefined, { versionId, revision }: Saving): boolean {
  return (draft?.id ?? null) === versionId && (draft?.revision ?? 0) === revision
}

const byOf = (draft: { updatedBy: string } | undefined) => draft?.updatedBy ?? '其他人'

async function refuseStale(tx: Tx, currentVersionId: string | null): Promise<never> {
  const current = currentVersionId ? await findVersion(tx, currentVersionId) : undefined
  return refuse('teaching.versionStale', { by: current?.publishedBy ?? byOf(undefined) })
}

/** @throws Refusal teaching.badFile, which names the lesson */
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
    if (problem) return refuse('teaching.badFile', { fields: { lessons: `“${title}”的省流量视频${problem}` } })
    if (captionsFileId && files.get(captionsFileId)?.purpose !== 'LESSON_CAPTIONS')
      return refuse('teaching.badFile', { fields: { lessons: `请重新上传“${title}”的字幕` } })
    const durationDs = Math.round(video.media.durationSeconds * 10)
    const filesOf = { videoFileId, lowVideoFileId, captionsFileId }
    return { title, kind: 'VIDEO' as const, durationDs, ...filesOf }
  })
}

/** Discarding a draft again succeeds. @throws Refusal teaching.notFound, teaching.versionStale */
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
    const before = await loadVersionContent(tx, version)
    await deleteDraftVersion(tx, versionId)
    await auditStaff(tx, staff, 'teaching.draftDiscarded', courseId, {
      before: hashArticlesForAudit(before),
    })
    return null
  })
}

/** @throws Refusal common.invalid, which names the lesson */
async function cleanArticle(
  owner: string,
  lesson: DraftLesson,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): Promise<DraftLesson> {
  if (lesson.kind === 'VIDEO') return lesson
  const origin = URL.parse(publicUrl())?.origin
  const html = await cleaned(owner, lesson, origin)
  if (html.length > articleLimits.html) refuseText(lesson.title, '正文过长，请分成几个课时')
  return { ...lesson, html }
}

async function cleaned(
  owner: string,
  { title, html }: { title: string; html: string },
  origin: string | undefined,
): Promise<string> {
  try {
    return (await cleanHtmlInWorker(owner, html, origin ? [origin] : [])).html
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'common.invalid') throw error
    return refuseText(title, String(error.detail.problem))
  }
}

function refuseText(title: string, problem: string): never {
  return refuse('common.invalid', { problem, fields: { lessons: `“${title}”：${problem}` } })
}
