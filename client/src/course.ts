import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallOptions, call, type Input, type Output } from './call.ts'
import { inWhole } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

/** What each year still lacks, until when, and the shortest way. */
export const yearPlanQuery = (input: Input<'GET /course/v1/year_plan'> = {}) =>
  read('GET /course/v1/year_plan', input)
/** Years one may sign up for, or has signed up for. */
export const yearListQuery = () => read('GET /course/v1/year_list', {})
/** All courses of a year: a plan may have more than a page holds. */
export const offeredQuery = (year: number) =>
  inWhole(
    ['POST /course/v1/course_list', { year }],
    (asked, signal) => call('POST /course/v1/course_list', { year, ...asked }, { signal }),
    ({ id }) => id,
  )
/** Its video address lives ten minutes: never taken from the cache; and another one would begin the film again. */
export const trySeeQuery = (id: string) =>
  queryOptions({
    ...read('GET /course/v1/try_see', { id }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
/** Everything signed up for, by year. */
export const myCourseQuery = () => read('GET /course/v1/my_course', {})
/** @param id of the sign course, not of the course */
export const learnCourseDetailQuery = (id: string) =>
  read('GET /course/v1/learn_course_detail', { id })
/** The text of a lesson that is read; a version's text never changes. */
export const learnArticleQuery = (input: Input<'GET /course/v1/learn_article'>) =>
  queryOptions({
    ...read('GET /course/v1/learn_article', input),
    staleTime: Number.POSITIVE_INFINITY,
  })
/** Hours of each year, study time by day, and what is to be done next. Spelt as the call is (spec §7). */
export const myAnlysisQuery = () => read('GET /course/v1/my_anlysis', {})

/** 学时来源 of one lesson; the rows before stay visible while others load. */
export const learnRecordQuery = (input: Input<'GET /course/v1/learn_record'>) =>
  queryOptions({
    ...readPage('GET /course/v1/learn_record', input),
    staleTime: 0,
  })

/** One heartbeat. The player shows its own state, so failures are quiet (401 is not). */
export const learnProcess = (
  beat: Input<'POST /course/v1/learn_process'>,
  options: CallOptions = {},
) => call('POST /course/v1/learn_process', beat, { quiet: true, ...options })

type LearnDetail = Output<'GET /course/v1/learn_course_detail'>
type LessonProgress = Pick<
  LearnDetail['lessons'][number],
  'covered' | 'creditedSeconds' | 'furthestSeconds' | 'resumeAt' | 'done'
>

/** Puts what the player has heard from the server into the course's cached detail: of the round it plays in, no other. */
export function noteProgress(
  client: QueryClient,
  { id, round }: Pick<LearnDetail, 'id' | 'round'>,
  lessonId: string,
  progress: LessonProgress,
): void {
  client.setQueryData<LearnDetail>(learnCourseDetailQuery(id).queryKey, (detail) => {
    if (detail?.round !== round) return undefined
    const lessons = detail.lessons.map((lesson) =>
      lesson.id === lessonId ? { ...lesson, ...progress } : lesson,
    )
    return { ...detail, lessons }
  })
}

/** What shows study progress; a player calls for it after a lesson is done. */
export const studyReads = [
  'GET /course/v1/my_course',
  'GET /course/v1/learn_course_detail',
  'GET /course/v1/my_anlysis',
  'GET /exam/v1/info',
] as const

/** Once per course; it may open the exam, so its info is renewed too. */
export const useEvaluate = () => useWrite('POST /course/v1/evaluate', studyReads, { quiet: true })
