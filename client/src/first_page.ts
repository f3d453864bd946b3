import { categoryByName } from '@ce/contract/categories'
import { queryOptions } from '@tanstack/react-query'
import type { ClientOutput } from './call.ts'
import { read } from './query.ts'

export type SiteInfo = ClientOutput<'GET /first_page/v1/site_info'>

/** The site's constants are fetched once a visit. */
export const siteInfoQuery = () => queryOptions({ ...read('GET /first_page/v1/site_info', {}), staleTime: 10 * 60_000 })

export const newestNoticesQuery = () =>
  read(
    'GET /first_page/v1/posters_list',
    { categoryId: categoryByName('notice')?.id, page: 1, pageSize: 5 },
    { quiet: true },
  )
