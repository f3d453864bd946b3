import type { CourseVersion, DeskCourse, ExamRules, ShownLesson } from '@ce/client/staff/teaching.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import type { LessonRequirement } from '@ce/contract/paper-rules'
import { countHtmlCharacters, proposedReadingSeconds } from '@ce/contract/reading'
import { type EditedExamRules, toCountedExamRules } from './draft-rules.ts'

/** A lesson in the form; its `id` stays the same when the lesson moves. */
export type EditedLesson = ShownLesson & {
  id: string
  chosen?: number
}
export type EditedVideoLesson = Extract<EditedLesson, { kind: 'VIDEO' }>
export type EditedArticleLesson = Extract<EditedLesson, { kind: 'ARTICLE' }>

export type LessonUpdate = (before: EditedLesson) => EditedLesson

export interface CourseDraftFields {
  lessons: EditedLesson[]
  rules: EditedExamRules
}

const usualRules: ExamRules = {
  singleCount: 10,
  multipleCount: 5,
  judgeCount: 5,
  mix: null,
  pointsEach: 5,
  passMark: 60,
  examSeconds: 1800,
  attemptsPerRound: 3,
  randomCaptures: 2,
}

/** Starts with the draft, else with the published version, else with empty fields. */
export function toDraftFields({ draft, current }: Pick<DeskCourse, 'draft' | 'current'>): CourseDraftFields {
  const version: CourseVersion | null = draft ?? current
  return {
    lessons: (version?.lessons ?? []).map((lesson) => ({ ...lesson, id: randomUuid() })),
    rules: version?.rules ?? usualRules,
  }
}

/** The file name becomes the lesson title. */
export function newVideoLesson(file: UploadedFile, chosen: number): EditedVideoLesson {
  return {
    id: randomUuid(),
    chosen,
    kind: 'VIDEO',
    title: file.name.replace(/\.[^.]+$/, '').slice(0, 60),
    ...videoFieldsOf(file),
    ...captionFieldsOf(null),
  }
}

/**
 * Inserts a lesson in the order in which its file was chosen, beside lessons of the same choice, or else at the end.
 */
export function insertLesson(lessons: readonly EditedLesson[], lesson: EditedLesson): EditedLesson[] {
  const { chosen = 0 } = lesson
  const isBefore = (one: EditedLesson) => one.chosen !== undefined && one.chosen < chosen
  const behind = lessons.findIndex((one) => one.chosen !== undefined && one.chosen > chosen)
  const after = lessons.map(isBefore).lastIndexOf(true) + 1
  const place = after > 0 ? after : behind >= 0 ? behind : lessons.length
  return [...lessons.slice(0, place), lesson, ...lessons.slice(place)]
}

export function videoFieldsOf(file: UploadedFile) {
  return {
    videoFileId: file.id,
    videoName: file.name,
    videoUrl: file.url,
    media: file.media,
    durationSeconds: file.media?.durationSeconds ?? 0,
    ...lowVideoFieldsOf(null),
  }
}

export const lowVideoFieldsOf = (file: UploadedFile | null) => ({
  lowVideoFileId: file?.id ?? null,
  lowVideoName: file?.name ?? null,
  lowVideoUrl: file?.url ?? null,
})

export const captionFieldsOf = (file: UploadedFile | null) => ({
  captionsFileId: file?.id ?? null,
  captionsName: file?.name ?? null,
  captionsUrl: file?.url ?? null,
})

export function newArticleLesson(): EditedArticleLesson {
  return { id: randomUuid(), kind: 'ARTICLE', title: '', html: '', durationSeconds: proposedReadingSeconds(0) }
}

export function lessonRequirementsOf(lessons: readonly EditedLesson[]): LessonRequirement[] {
  return lessons.map((lesson) => {
    if (lesson.kind === 'VIDEO') return { kind: 'VIDEO' }
    const { kind, title, html, durationSeconds: seconds } = lesson
    return { kind, title, characters: countHtmlCharacters(html), seconds }
  })
}

export function toDraftContent({ lessons, rules }: CourseDraftFields) {
  return {
    lessons: lessons.map(asSent),
    rules: toCountedExamRules(rules),
  }
}

function asSent(lesson: EditedLesson) {
  const title = lesson.title.trim()
  if (lesson.kind === 'ARTICLE') {
    const { kind, html, durationSeconds: readingSeconds } = lesson
    return { kind, title, html, readingSeconds }
  }
  const { kind, videoFileId, lowVideoFileId, captionsFileId } = lesson
  return { kind, title, videoFileId, lowVideoFileId, captionsFileId }
}
