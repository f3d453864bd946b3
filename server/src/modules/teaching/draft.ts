import { createHash } from 'node:crypto'
import type { examRules, StaffCalls } from '@ce/contract'
import type { LessonNeed } from '@ce/contract/paper-rules'
import { charactersOf } from '@ce/contract/reading'
import type { z } from 'zod'
import type { ExamRules, Lesson } from '../catalogue/service.ts'

/** A lesson as staff put it together; the text of one that is read is cleaned. */
export type DraftLesson = StaffCalls['POST /teaching/v1/save_draft']['request']['lessons'][number]

/** A version's content as staff put it together, in the order of the contract's fields. */
export interface Content {
  lessons: DraftLesson[]
  rules: z.output<typeof examRules>
}

/** The same of what the database holds. */
export function contentOf(
  lessons: Lesson[],
  articles: ReadonlyMap<string, string>,
  version: ExamRules,
): Content {
  return {
    lessons: lessons.map((lesson) => draftLessonOf(lesson, articles)),
    rules: rulesOf(version),
  }
}

function draftLessonOf(lesson: Lesson, articles: ReadonlyMap<string, string>): DraftLesson {
  const { title, kind, durationDs, videoFileId, lowVideoFileId, captionsFileId } = lesson
  if (kind === 'VIDEO')
    return { kind, title, videoFileId: videoFileId ?? '', lowVideoFileId, captionsFileId }
  const html = articles.get(lesson.id) ?? ''
  return { kind: 'ARTICLE', title, html, readingSeconds: durationDs / 10 }
}

/** The exam rules alone, out of a row that has more. */
export function rulesOf(version: ExamRules): ExamRules {
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

/** Whether students would notice no difference: lessons in their order, and rules. */
export function sameContent(one: Content, other: Content): boolean {
  const text = ({ lessons, rules }: Content) =>
    JSON.stringify([lessons.map(partsOf), rulesOf(rules)])
  return text(one) === text(other)
}

function partsOf(lesson: DraftLesson) {
  return lesson.kind === 'VIDEO'
    ? [lesson.title, lesson.videoFileId, lesson.lowVideoFileId, lesson.captionsFileId]
    : [lesson.title, lesson.html, lesson.readingSeconds]
}

/** What publication asks of each lesson. */
export function needsOf(lessons: DraftLesson[]): LessonNeed[] {
  return lessons.map((lesson) => {
    if (lesson.kind === 'VIDEO') return { kind: 'VIDEO' }
    const { kind, title, html, readingSeconds } = lesson
    return { kind, title, characters: charactersOf(html), seconds: readingSeconds }
  })
}

/** For the log: which text it was, not the text again at every save. */
export function toldOf({ lessons, rules }: Content) {
  return {
    lessons: lessons.map((lesson) => {
      if (lesson.kind === 'VIDEO') return lesson
      const { html, ...rest } = lesson
      const sha256 = createHash('sha256').update(html).digest('hex')
      return { ...rest, characters: charactersOf(html), sha256 }
    }),
    rules,
  }
}
