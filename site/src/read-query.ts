import { parsePageNumber } from '@ce/client/read-page.ts'
import { type categories, categoryByName } from '@ce/contract/categories'
import { parseDecimal } from '@ce/contract/decimal'
import type { subjectNames } from '@ce/contract/hours-names'
import { searchLimits, searchProblem } from '@ce/contract/search-limits'

/** Characters shown of a keyword that is too long to search. */
const longestShown = 200

export interface SiteQuery {
  page: number
  keyword: string
  /** Reason why the search is refused; null when it is allowed. */
  problem: string | null
  category: (typeof categories)[number] | null
  year: number | null
  subject: keyof typeof subjectNames | null
}

/** Reads the query and corrects invalid values such as page=-1. */
export function readSiteQuery(url: string): SiteQuery {
  const query = new URL(url, 'http://site').searchParams
  const keyword = cleanKeyword(query.get('keyword') ?? '')
  const problem = searchProblem(keyword, searchLimits.publicContent)
  return {
    page: parsePageNumber(query.get('page')),
    keyword,
    problem: problem && `关键词${problem}`,
    category: categoryByName(query.get('category') ?? undefined) ?? null,
    year: readYear(query.get('year')),
    subject: readSubject(query.get('subject')),
  }
}

function readYear(text: string | null): number | null {
  const year = /^\d{4}$/.test(text ?? '') ? parseDecimal(text) : Number.NaN
  return Number.isInteger(year) && year >= 2000 ? year : null
}

const readSubject = (text: string | null) => (text === 'PROFESSIONAL' || text === 'PUBLIC' ? text : null)

/** Returns the shortest equivalent query; '' when all values are defaults. */
export function writeSiteQuery(asked: Partial<SiteQuery>): string {
  const { page, keyword, category, year, subject } = asked
  const query = new URLSearchParams()
  if (year) query.set('year', String(year))
  if (subject) query.set('subject', subject)
  if (category) query.set('category', category.name)
  if (keyword) query.set('keyword', keyword)
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

/** Removes control characters, which the server refuses, and cuts keywords that are much too long. */
function cleanKeyword(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\ufffd]+/gu, ' ')
  return [...line.trim()]
    .slice(0, longestShown)
    .join('')
    .slice(0, longestShown)
    .toWellFormed()
    .replace(/\ufffd/g, '')
}
