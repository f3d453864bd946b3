import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallOptions, type ClientInput, type ClientOutput, callClient } from './call.ts'
import { wholeListQuery } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

export const yearPlanQuery = (input: ClientInput<'GET /course/v1/year_plan'> = {}) =>
  read('GET /course/v1/year_plan', input)
export const yearListQuery = () => read('GET /course/v1/year_list', {})
/** Loads all pages, because a plan may have more courses than one page. */
export const offeredCoursesQuery = (year: number) =>
  wholeListQuery(
    ['POST /course/v1/course_list', { year }],
    (asked, signal) => callClient('POST /course/v1/course_list', { year, ...asked }, { signal }),
    ({ id }) => id,
  )
/**
 * The preview is never cached, because its video address expires, and never refetched, because a new address restarts
 * the film.
 */
export const coursePreviewQuery = (id: string) =>
  queryOptions({
    ...read('GET /course/v1/try_see', { id }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
export const myCourseQuery = () => read('GET /course/v1/my_course', {})
/** @param id id of the sign course, not of the course */
export const learnCourseDetailQuery = (id: string) => read('GET /course/v1/learn_course_detail', { id })
/** An article's text never changes within a course version, so it is fetched once. */
export const learnArticleQuery = (input: ClientInput<'GET /course/v1/learn_article'>) =>
  queryOptions({
    ...read('GET /course/v1/learn_article', input),
    staleTime: Number.POSITIVE_INFINITY,
  })
/** The misspelt name is taken from the call's name (docs/rules/calls.md#bases-and-names). */
export const myAnlysisQuery = () => read('GET /course/v1/my_anlysis', {})

export const learnRecordQuery = (input: ClientInput<'GET /course/v1/learn_record'>) =>
  queryOptions({
    ...readPage('GET /course/v1/learn_record', input),
    staleTime: 0,
  })

/** Failures are quiet except 401, because the player shows its own state. */
export const sendHeartbeat = (beat: ClientInput<'POST /course/v1/learn_process'>, options: CallOptions = {}) =>
  callClient('POST /course/v1/learn_process', beat, { quiet: true, ...options })

type LearnDetail = ClientOutput<'GET /course/v1/learn_course_detail'>
type LessonProgress = Pick<
  LearnDetail['lessons'][number],
  'covered' | 'creditedSeconds' | 'furthestSeconds' | 'resumeAt' | 'done'
>

export function mergeProgress(
  client: QueryClient,
  { id, round }: Pick<LearnDetail, 'id' | 'round'>,
  lessonId: string,
  progress: LessonProgress,
): void {
  client.setQueryData<LearnDetail>(learnCourseDetailQuery(id).queryKey, (detail) => {
    if (detail?.round !== round) return undefined
    const lessons = detail.lessons.map((lesson) => (lesson.id === lessonId ? { ...lesson, ...progress } : lesson))
    return { ...detail, lessons }
  })
}

export const studyProgressCalls = [
  'GET /course/v1/my_course',
  'GET /course/v1/learn_course_detail',
  'GET /course/v1/my_anlysis',
  'GET /exam/v1/info',
] as const

/** Evaluating a course may open its exam, so the exam is fetched again, too. */
export const useEvaluateCourse = () => useWrite('POST /course/v1/evaluate', studyProgressCalls, { quiet: true })
