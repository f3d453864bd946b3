import { type ClientCallName, type ClientInput, type ClientOutput, callClient } from '@ce/client/call.ts'
import { createContext, type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'

/** Site info (docs/rules/content.md#site) without the legal texts. */
export type SiteInfo = Omit<ClientOutput<'GET /first_page/v1/site_info'>, 'agreement' | 'privacy'>
export type PosterPage = ClientOutput<'GET /first_page/v1/posters_list'>
export type PosterItem = PosterPage['list'][number]
export type PosterInfo = ClientOutput<'GET /first_page/v1/posters_info'>
export type SwiperItem = ClientOutput<'GET /first_page/v1/swiper_list'>[number]
export type CourseCataloguePage = ClientOutput<'GET /course/v1/catalogue'>
export type CourseInfo = ClientOutput<'GET /course/v1/catalogue_course'>
export type Friendlink = ClientOutput<'GET /first_page/v1/friendlink_list'>[number]
export type SearchResultPage = ClientOutput<'GET /first_page/v1/search'>

/** Loaders call over the network in a browser, in-process on the server. */
export type SiteCall = <Name extends ClientCallName>(
  name: Name,
  input: ClientInput<Name>,
  options?: { signal?: AbortSignal; quiet?: boolean },
) => Promise<ClientOutput<Name>>

/** The server replaces this call function with its own. */
export const siteCall = createContext<SiteCall>(callClient)

/** Returns a loader's calls, which are aborted with its navigation. */
export function siteCallsOf({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>) {
  const make = context.get(siteCall)
  return <Name extends ClientCallName>(name: Name, input: ClientInput<Name>, options?: { quiet: boolean }) =>
    make(name, input, { signal: request.signal, ...options })
}

/** Id of the root route, which loads the site info. */
export const rootRouteId = 'root'

export function useSiteInfo(): SiteInfo | undefined {
  return useRouteLoaderData<SiteInfo | null>(rootRouteId) ?? undefined
}
