import { CallRefused } from '@ce/client/call.ts'
import { type categories, categoryByName } from '@ce/contract/categories'
import { data, type LoaderFunctionArgs } from 'react-router'
import {
  type PosterInfo,
  type PosterItem,
  type PosterPage,
  type SearchResultPage,
  type SiteInfo,
  siteCallsOf,
} from './data.ts'
import { readSiteQuery } from './read-query.ts'

export type Category = (typeof categories)[number]

export const listPageSize = 20

/** Site info is null when it fails to load, because pages work without it. */
export async function loadSite(args: LoaderFunctionArgs): Promise<SiteInfo | null> {
  try {
    const { agreement: _a, privacy: _p, ...site } = await siteCallsOf(args)('GET /first_page/v1/site_info', {})
    return site
  } catch {
    return null
  }
}

export interface ListPageData {
  pageTitle: string
  category: Category
  keyword: string
  /** Reason why nothing was searched; null when there is none. */
  problem: string | null
  posters: PosterPage
}

/** The result when no search is made. */
const nothing: PosterPage = { list: [], total: 0, page: 1, pageSize: listPageSize }

/** Loads a category's items. @throws a 404 response for an unknown category. */
export async function loadCategoryItems(args: LoaderFunctionArgs): Promise<ListPageData> {
  const category = categoryByName(args.params.name) ?? throwNotFound()
  const { page, keyword, problem } = readSiteQuery(args.request.url)
  if (problem) return { pageTitle: category.title, category, keyword, problem, posters: nothing }
  const posters = await siteCallsOf(args)('GET /first_page/v1/posters_list', {
    categoryId: category.id,
    page,
    pageSize: listPageSize,
    ...(keyword ? { keyword } : {}),
  })
  return { pageTitle: category.title, category, keyword, problem, posters }
}

export interface DetailPageData {
  pageTitle: string
  category: Category
  poster: PosterInfo
}

/** Loads one item. @throws a 404 response when the category has no such item. */
export async function loadItemDetail(args: LoaderFunctionArgs): Promise<DetailPageData> {
  const category = categoryByName(args.params.name) ?? throwNotFound()
  const poster = await readPoster(args, args.params.id ?? '')
  if (poster.categoryId !== category.id) throwNotFound()
  return { pageTitle: poster.title, category, poster }
}

export interface SinglePageData {
  category: Category
  poster: PosterInfo | null
}

/** Loads the newest published item of a category (docs/rules/content.md#categories). */
export function loadNewestItem(name: 'guide' | 'aboutUs') {
  return async (args: LoaderFunctionArgs): Promise<SinglePageData> => {
    const category = categoryByName(name) ?? throwNotFound()
    const newest = await findNewest(args, category)
    return { category, poster: newest ? await readPoster(args, newest.id) : null }
  }
}

/**
 * Pinned items come first even if they are not the newest, so read list pages until one has an item that is not pinned.
 */
async function findNewest(args: LoaderFunctionArgs, { id }: Category) {
  const calls = siteCallsOf(args)
  const seen: PosterItem[] = []
  for (let page = 1, more = true; more; page++) {
    const input = { categoryId: id, page, pageSize: listPageSize }
    const { list } = await calls('GET /first_page/v1/posters_list', input)
    seen.push(...list)
    more = list.length === listPageSize && list.every(({ pinned }) => pinned)
  }
  return seen.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))[0]
}

export interface SearchPageData {
  /** The keyword; '' without a search, and then `found` is null. */
  keyword: string
  /** The searched category; null for all. */
  category: Category | null
  found: SearchResultPage | null
  /** Reason why nothing was searched; null when there is none. */
  problem: string | null
}

export async function loadSearchResults(args: LoaderFunctionArgs): Promise<SearchPageData> {
  const { page, keyword, category, problem } = readSiteQuery(args.request.url)
  if (!keyword || problem) return { keyword, category, found: null, problem }
  const found = await siteCallsOf(args)('GET /first_page/v1/search', {
    keyword,
    page,
    pageSize: listPageSize,
    ...(category ? { categoryId: category.id } : {}),
  })
  return { keyword, category, found, problem }
}

async function readPoster(args: LoaderFunctionArgs, id: string): Promise<PosterInfo> {
  try {
    return await siteCallsOf(args)('GET /first_page/v1/posters_info', { id })
  } catch (error) {
    /**
     * A withdrawn item, an unpublished item and an invalid id all give 404, because readers need not know the
     * difference.
     */
    if (error instanceof CallRefused) throwNotFound()
    throw error
  }
}

export function throwNotFound(): never {
  throw data(null, { status: 404 })
}
