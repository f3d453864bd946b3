import { createHash } from 'node:crypto'
import type { examRules, StaffCalls } from '@ce/contract'
import type { LessonRequirement } from '@ce/contract/paper-rules'
import { countHtmlCharacters } from '@ce/contract/reading'
import type { z } from 'zod'
import type { ExamRules, Lesson } from '../catalogue/service.ts'
import type { LessonFile } from '../file/service/uploaded.ts'

/**
 * Allowed difference in length between a film and its low-quality version: encoders add up to one audio and one video
 * frame. The player tolerates twice as much, so both versions can be watched to the end.
 */
export const maxLowVideoDifferenceDs = 5

const inDs = (seconds: number) => Math.round(seconds * 10)

export type DraftLesson = StaffCalls['POST /teaching/v1/save_draft']['request']['lessons'][number]

export interface CourseVersionContent {
  lessons: DraftLesson[]
  rules: z.output<typeof examRules>
}

export function toVersionContent(
  lessons: Lesson[],
  articles: ReadonlyMap<string, string>,
  version: ExamRules,
): CourseVersionContent {
  return {
    lessons: lessons.map((lesson) => draftLessonOf(lesson, articles)),
    rules: toExamRules(version),
  }
}

function draftLessonOf(lesson: Lesson, articles: ReadonlyMap<string, string>): DraftLesson {
  const { title, kind, durationDs, videoFileId, lowVideoFileId, captionsFileId } = lesson
  if (kind === 'VIDEO') return { kind, title, videoFileId: videoFileId ?? '', lowVideoFileId, captionsFileId }
  const html = articles.get(lesson.id) ?? ''
  return { kind: 'ARTICLE', title, html, readingSeconds: durationDs / 10 }
}

export function toExamRules(version: ExamRules): ExamRules {
  return {
    singleCount: version.singleCount,
    multipleCount: version.multipleCount,
    judgeCount: version.judgeCount,
    mix: version.mix,
    pointsEach: version.pointsEach,
    passMark: version.passMark,
    examSeconds: version.examSeconds,
    attemptsPerRound: version.attemptsPerRound,
    randomCaptures: version.randomCaptures,
  }
}

export function isSameVersionContent(one: CourseVersionContent, other: CourseVersionContent): boolean {
  const text = ({ lessons, rules }: CourseVersionContent) => JSON.stringify([lessons.map(partsOf), toExamRules(rules)])
  return text(one) === text(other)
}

function partsOf(lesson: DraftLesson) {
  return lesson.kind === 'VIDEO'
    ? [lesson.title, lesson.videoFileId, lesson.lowVideoFileId, lesson.captionsFileId]
    : [lesson.title, lesson.html, lesson.readingSeconds]
}

export function lessonRequirementsOfDraft(lessons: DraftLesson[]): LessonRequirement[] {
  return lessons.map((lesson) => {
    if (lesson.kind === 'VIDEO') return { kind: 'VIDEO' }
    const { kind, title, html, readingSeconds } = lesson
    return { kind, title, characters: countHtmlCharacters(html), seconds: readingSeconds }
  })
}

/** The audit log contains a hash, because long texts do not belong there. */
export function hashArticlesForAudit({ lessons, rules }: CourseVersionContent) {
  return {
    lessons: lessons.map((lesson) => {
      if (lesson.kind === 'VIDEO') return lesson
      const { html, ...rest } = lesson
      const sha256 = createHash('sha256').update(html).digest('hex')
      return { ...rest, characters: countHtmlCharacters(html), sha256 }
    }),
    rules,
  }
}

/** The text completes a sentence that begins with the film's name. */
export function lowVideoProblem(video: LessonFile, low: LessonFile | undefined): string | null {
  if (low?.purpose !== 'LESSON' || !low.media || !video.media) return '没有上传成功，请重新上传'
  if (video.media.audio && !low.media.audio) return '没有声音，而原视频有'
  const difference = inDs(low.media.durationSeconds) - inDs(video.media.durationSeconds)
  if (Math.abs(difference) > maxLowVideoDifferenceDs) {
    const how = `${difference > 0 ? '长' : '短'} ${Math.abs(difference) / 10} 秒`
    return `比原视频${how}，应是同一段内容，相差不超过 ${maxLowVideoDifferenceDs / 10} 秒`
  }
  return low.size < video.size ? null : '不比原视频小，省不了流量'
}
