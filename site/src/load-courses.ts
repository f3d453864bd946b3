import { CallRefused } from '@ce/client/call.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { type CourseCataloguePage, type CourseInfo, siteCallsOf } from './data.ts'
import { throwNotFound } from './loaders.ts'
import { readSiteQuery, type SiteQuery } from './read-query.ts'

const pageSize = 12

export interface CoursesData {
  pageTitle: string
  asked: SiteQuery
  found: CourseCataloguePage
  /** True when search engines must not index the page. */
  noIndex: boolean
}

/** Loads the courses of the requested year, or of the most popular one. */
export async function loadCourses(args: LoaderFunctionArgs): Promise<CoursesData> {
  const asked = readSiteQuery(args.request.url)
  const { year, subject, keyword, page, problem } = asked
  const found = await siteCallsOf(args)('GET /course/v1/catalogue', {
    ...{ page, pageSize },
    ...(year ? { year } : {}),
    ...(subject ? { subject } : {}),
    ...(keyword && !problem ? { keyword } : {}),
  })
  const { plan } = found
  return {
    pageTitle: plan && year ? `${plan.year} 年度课程目录` : '课程目录',
    asked,
    // A refused keyword must not look as if all courses matched, so show no courses.
    found: problem ? { ...found, list: [], total: 0 } : found,
    noIndex: found.list.length === 0,
  }
}

export interface CourseData {
  pageTitle: string
  course: CourseInfo
}

/** @throws a 404 response when the year does not offer the course. */
export async function loadCourse(args: LoaderFunctionArgs): Promise<CourseData> {
  const { year = '', id = '' } = args.params
  if (!/^\d{4}$/.test(year)) throwNotFound()
  try {
    const of = { year: Number(year), id }
    const course = await siteCallsOf(args)('GET /course/v1/catalogue_course', of)
    return { pageTitle: `${course.title}（${course.plan.year} 年度）`, course }
  } catch (error) {
    // A withdrawn course and one that never existed both give 404, because readers need not know the difference.
    if (error instanceof CallRefused) throwNotFound()
    throw error
  }
}
