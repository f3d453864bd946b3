import { CallRefused } from '@ce/client/call.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { type CataloguePage, type CourseInfo, callsOf } from './data.ts'
import { missing } from './loaders.ts'
import { readQuery, type SiteQuery } from './read-query.ts'

const pageSize = 12

export interface CoursesData {
  pageTitle: string
  asked: SiteQuery
  found: CataloguePage
  /** there is nothing on the page that search engines should show */
  noIndex: boolean
}

/** 课程目录: the courses of the year asked for, or of the one that most people come for. */
export async function loadCourses(args: LoaderFunctionArgs): Promise<CoursesData> {
  const asked = readQuery(args.request.url)
  const { year, subject, keyword, page, problem } = asked
  const found = await callsOf(args)('GET /course/v1/catalogue', {
    ...{ page, pageSize },
    ...(year ? { year } : {}),
    ...(subject ? { subject } : {}),
    ...(keyword && !problem ? { keyword } : {}),
  })
  const { plan } = found
  return {
    pageTitle: plan && year ? `${plan.year} 年度课程目录` : '课程目录',
    asked,
    // a keyword that is not searched for must not look as if all had been found
    found: problem ? { ...found, list: [], total: 0 } : found,
    noIndex: found.list.length === 0,
  }
}

export interface CourseData {
  pageTitle: string
  course: CourseInfo
}

/** One course of a year. @throws a 404 answer when the year does not offer it */
export async function loadCourse(args: LoaderFunctionArgs): Promise<CourseData> {
  const { year = '', id = '' } = args.params
  if (!/^\d{4}$/.test(year)) missing()
  try {
    const of = { year: Number(year), id }
    const course = await callsOf(args)('GET /course/v1/catalogue_course', of)
    return { pageTitle: `${course.title}（${course.plan.year} 年度）`, course }
  } catch (error) {
    // withdrawn, of a closed year, or never there: to a reader it is the same
    if (error instanceof CallRefused) missing()
    throw error
  }
}
