import { queryOptions } from '@tanstack/react-query'
import type { Output } from './call.ts'
import { read } from './query.ts'

export type SiteInfo = Output<'GET /first_page/v1/site_info'>

/** The site's constants change rarely: fetched once a visit. */
export const siteInfoQuery = () =>
  queryOptions({ ...read('GET /first_page/v1/site_info', {}), staleTime: 10 * 60_000 })
