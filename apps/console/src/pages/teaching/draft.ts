import type {
  CourseVersion,
  DeskCourse,
  ExamRules,
  ShownLesson,
} from '@ce/client/staff/teaching.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { uuid } from '@ce/client/uuid.ts'
import type { LessonNeed } from '@ce/contract/paper-rules'
import { charactersOf, proposedSeconds } from '@ce/contract/reading'
import { countedRules, type DraftRules } from './draft-rules.ts'

/** A lesson while it is edited; `id` tells it apart, however it is moved. */
export type DraftLesson = ShownLesson & {
  id: string
  /** of one that was uploaded on this page: grows in the order in which the files were chosen */
  chosen?: number
}
export type DraftVideo = Extract<DraftLesson, { kind: 'VIDEO' }>
export type DraftArticle = Extract<DraftLesson, { kind: 'ARTICLE' }>

/** A changed lesson, by what it is when the change comes: uploads end whenever they end. */
export type LessonChange = (before: DraftLesson) => DraftLesson

export interface DraftFields {
  lessons: DraftLesson[]
  rules: DraftRules
}

/** As the database has it for a course nobody has said anything about. */
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

/** What is being edited: the draft, else what is taught, else nothing yet. */
export function fieldsOf({ draft, current }: Pick<DeskCourse, 'draft' | 'current'>): DraftFields {
  const version: CourseVersion | null = draft ?? current
  return {
    lessons: (version?.lessons ?? []).map((lesson) => ({ ...lesson, id: uuid() })),
    rules: version?.rules ?? usualRules,
  }
}

/** A lesson of a video that was just uploaded, called like its file. */
export function lessonOf(file: UploadedFile, chosen: number): DraftVideo {
  return {
    id: uuid(),
    chosen,
    kind: 'VIDEO',
    title: file.name.replace(/\.[^.]+$/, '').slice(0, 60),
    ...videoOf(file),
    ...captionsOf(null),
  }
}

/** A new lesson takes its place among those whose files were chosen with it, wherever these have been moved; else it comes last. */
export function withLesson(lessons: readonly DraftLesson[], lesson: DraftLesson): DraftLesson[] {
  const { chosen = 0 } = lesson
  const isBefore = (one: DraftLesson) => one.chosen !== undefined && one.chosen < chosen
  const behind = lessons.findIndex((one) => one.chosen !== undefined && one.chosen > chosen)
  const after = lessons.map(isBefore).lastIndexOf(true) + 1
  const place = after > 0 ? after : behind >= 0 ? behind : lessons.length
  return [...lessons.slice(0, place), lesson, ...lessons.slice(place)]
}

/** What a lesson keeps of a film that was sent: none for slow lines, which was another's; 0 seconds while its length is not known. */
export function videoOf(file: UploadedFile) {
  return {
    videoFileId: file.id,
    videoName: file.name,
    videoUrl: file.url,
    media: file.media,
    durationSeconds: file.media?.durationSeconds ?? 0,
    ...lowVideoOf(null),
  }
}

/** What a lesson keeps of its film for slow lines; null takes it off. */
export const lowVideoOf = (file: UploadedFile | null) => ({
  lowVideoFileId: file?.id ?? null,
  lowVideoName: file?.name ?? null,
  lowVideoUrl: file?.url ?? null,
})

/** What a lesson keeps of its captions; null takes them off. */
export const captionsOf = (file: UploadedFile | null) => ({
  captionsFileId: file?.id ?? null,
  captionsName: file?.name ?? null,
  captionsUrl: file?.url ?? null,
})

/** A lesson that is yet to be written. */
export function newArticle(): DraftArticle {
  return { id: uuid(), kind: 'ARTICLE', title: '', html: '', durationSeconds: proposedSeconds(0) }
}

/** What publication asks of each. */
export function needsOf(lessons: readonly DraftLesson[]): LessonNeed[] {
  return lessons.map((lesson) => {
    if (lesson.kind === 'VIDEO') return { kind: 'VIDEO' }
    const { kind, title, html, durationSeconds: seconds } = lesson
    return { kind, title, characters: charactersOf(html), seconds }
  })
}

/** As it is sent. */
export function contentOf({ lessons, rules }: DraftFields) {
  return {
    lessons: lessons.map(asSent),
    rules: countedRules(rules),
  }
}

function asSent(lesson: DraftLesson) {
  const title = lesson.title.trim()
  if (lesson.kind === 'ARTICLE') {
    const { kind, html, durationSeconds: readingSeconds } = lesson
    return { kind, title, html, readingSeconds }
  }
  const { kind, videoFileId, lowVideoFileId, captionsFileId } = lesson
  return { kind, title, videoFileId, lowVideoFileId, captionsFileId }
}
