import { readPage } from '@ce/client/read-page.ts'
import { type categories, categoryOf } from '@ce/contract/categories'
import { parseDecimal } from '@ce/contract/decimal'
import type { subjectNames } from '@ce/contract/hours-names'
import { searchLimits, searchProblem } from '@ce/contract/search-limits'

/** what is shown of a keyword that no search takes */
const longestShown = 200

/** What a list or a search is asked for by its address. */
export interface SiteQuery {
  page: number
  keyword: string
  /** why nothing is searched for; null: it may be */
  problem: string | null
  category: (typeof categories)[number] | null
  /** of courses */
  year: number | null
  subject: keyof typeof subjectNames | null
}

/** Reads `?page=&keyword=&category=&year=&subject=`; what makes no sense (page=-1, marks that no text has) is put right. */
export function readQuery(url: string): SiteQuery {
  const query = new URL(url, 'http://site').searchParams
  const keyword = cleanKeyword(query.get('keyword') ?? '')
  const problem = searchProblem(keyword, searchLimits.publicContent)
  return {
    page: readPage(query.get('page')),
    keyword,
    problem: problem && `关键词${problem}`,
    category: categoryOf(query.get('category') ?? undefined) ?? null,
    year: readYear(query.get('year')),
    subject: readSubject(query.get('subject')),
  }
}

function readYear(text: string | null): number | null {
  const year = /^\d{4}$/.test(text ?? '') ? parseDecimal(text) : Number.NaN
  return Number.isInteger(year) && year >= 2000 ? year : null
}

const readSubject = (text: string | null) =>
  text === 'PROFESSIONAL' || text === 'PUBLIC' ? text : null

/** The shortest address query that means the same: '' or `?category=…&keyword=…&page=…`. */
export function writeQuery(asked: Partial<SiteQuery>): string {
  const { page, keyword, category, year, subject } = asked
  const query = new URLSearchParams()
  if (year) query.set('year', String(year))
  if (subject) query.set('subject', subject)
  if (category) query.set('category', category.name)
  if (keyword) query.set('keyword', keyword)
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

/** One line, no control characters, no half of a pair (the server refuses them), of bounded length. */
function cleanKeyword(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\ufffd]+/gu, ' ')
  return [...line.trim()]
    .slice(0, longestShown)
    .join('')
    .slice(0, longestShown)
    .toWellFormed()
    .replace(/\ufffd/g, '')
}
