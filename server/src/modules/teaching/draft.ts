import type { examRules } from '@ce/contract'
import type { z } from 'zod'
import type { ExamRules, Lesson } from '../catalogue/service.ts'

/** A version's content as staff put it together, in the order of the contract's fields. */
export interface Content {
  lessons: { title: string; videoFileId: string; captionsFileId: string | null }[]
  rules: z.output<typeof examRules>
}

/** The same of what the database holds. */
export function contentOf(lessons: Lesson[], version: ExamRules): Content {
  return {
    lessons: lessons.map(({ title, videoFileId, captionsFileId }) => ({
      title,
      videoFileId: videoFileId ?? '',
      captionsFileId,
    })),
    rules: rulesOf(version),
  }
}

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

export function sameContent(one: Content, other: Content): boolean {
  const text = ({ lessons, rules }: Content) =>
    JSON.stringify([
      lessons.map((lesson) => [lesson.title, lesson.videoFileId, lesson.captionsFileId]),
      rulesOf(rules),
    ])
  return text(one) === text(other)
}
