import { categoryOf } from '@ce/contract/categories'
import { queryOptions } from '@tanstack/react-query'
import type { Output } from './call.ts'
import { read } from './query.ts'

export type SiteInfo = Output<'GET /first_page/v1/site_info'>

/** The site's constants change rarely: fetched once a visit. */
export const siteInfoQuery = () =>
  queryOptions({ ...read('GET /first_page/v1/site_info', {}), staleTime: 10 * 60_000 })

/** The workbench's notices; where they stand says so itself when they cannot be had. */
export const newestNoticesQuery = () =>
  read(
    'GET /first_page/v1/posters_list',
    { categoryId: categoryOf('notice')?.id, page: 1, pageSize: 5 },
    { quiet: true },
  )
