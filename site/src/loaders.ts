import { CallRefused } from '@ce/client/call.ts'
import { type categories, categoryOf } from '@ce/contract/categories'
import { data, type LoaderFunctionArgs } from 'react-router'
import {
  callsOf,
  type PosterInfo,
  type PosterItem,
  type PosterPage,
  type SearchPage,
  type SiteInfo,
} from './data.ts'
import { readQuery } from './read-query.ts'

export type Category = (typeof categories)[number]

/** items on a page of a list */
export const listPageSize = 20

/** What stands around every page: the constants of the site; null when they cannot be had, pages do without. */
export async function loadSite(args: LoaderFunctionArgs): Promise<SiteInfo | null> {
  try {
    const {
      agreement: _a,
      privacy: _p,
      ...site
    } = await callsOf(args)('GET /first_page/v1/site_info', {})
    return site
  } catch {
    return null
  }
}

export interface ListData {
  pageTitle: string
  category: Category
  /** what was searched for in this category; '' when nothing */
  keyword: string
  /** why the keyword was not searched for; null: it was, or there is none */
  problem: string | null
  posters: PosterPage
}

/** of a search that is not made */
const nothing: PosterPage = { list: [], total: 0, page: 1, pageSize: listPageSize }

/** One category's items (specification §2). @throws a 404 answer for a name that is none of the twelve */
export async function loadList(args: LoaderFunctionArgs): Promise<ListData> {
  const category = categoryOf(args.params.name) ?? missing()
  const { page, keyword, problem } = readQuery(args.request.url)
  if (problem) return { pageTitle: category.title, category, keyword, problem, posters: nothing }
  const posters = await callsOf(args)('GET /first_page/v1/posters_list', {
    categoryId: category.id,
    page,
    pageSize: listPageSize,
    ...(keyword ? { keyword } : {}),
  })
  return { pageTitle: category.title, category, keyword, problem, posters }
}

export interface DetailData {
  pageTitle: string
  category: Category
  poster: PosterInfo
}

/** One item (specification §2). @throws a 404 answer when the category has no such item */
export async function loadDetail(args: LoaderFunctionArgs): Promise<DetailData> {
  const category = categoryOf(args.params.name) ?? missing()
  const poster = await readPoster(args, args.params.id ?? '')
  if (poster.categoryId !== category.id) missing()
  return { pageTitle: poster.title, category, poster }
}

export interface SinglePageData {
  category: Category
  /** null: nothing is published yet */
  poster: PosterInfo | null
}

/** /guide and /aboutUs: the newest published item of a category (product §4 Public content). */
export function loadNewest(name: 'guide' | 'aboutUs') {
  return async (args: LoaderFunctionArgs): Promise<SinglePageData> => {
    const category = categoryOf(name) ?? missing()
    const newest = await findNewest(args, category)
    return { category, poster: newest ? await readPoster(args, newest.id) : null }
  }
}

/** A pinned item stands first in the list without being the newest: behind them all stands the newest of the others. */
async function findNewest(args: LoaderFunctionArgs, { id }: Category) {
  const calls = callsOf(args)
  const seen: PosterItem[] = []
  for (let page = 1, more = true; more; page++) {
    const input = { categoryId: id, page, pageSize: listPageSize }
    const { list } = await calls('GET /first_page/v1/posters_list', input)
    seen.push(...list)
    more = list.length === listPageSize && list.every(({ pinned }) => pinned)
  }
  return seen.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))[0]
}

export interface SearchData {
  /** '' when nothing was asked for yet; then `found` is null */
  keyword: string
  /** the only category searched in; null: all */
  category: Category | null
  found: SearchPage | null
  /** why nothing was searched for; null: it was, or there is no keyword */
  problem: string | null
}

/** The search over everything that is public. */
export async function loadSearch(args: LoaderFunctionArgs): Promise<SearchData> {
  const { page, keyword, category, problem } = readQuery(args.request.url)
  if (!keyword || problem) return { keyword, category, found: null, problem }
  const found = await callsOf(args)('GET /first_page/v1/search', {
    keyword,
    page,
    pageSize: listPageSize,
    ...(category ? { categoryId: category.id } : {}),
  })
  return { keyword, category, found, problem }
}

async function readPoster(args: LoaderFunctionArgs, id: string): Promise<PosterInfo> {
  try {
    return await callsOf(args)('GET /first_page/v1/posters_info', { id })
  } catch (error) {
    // withdrawn, never published, or no id at all: to a reader it is the same
    if (error instanceof CallRefused) missing()
    throw error
  }
}

/** Ends a loader: the page is not found, for the reader and for HTTP. */
export function missing(): never {
  throw data(null, { status: 404 })
}
