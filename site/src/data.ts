import { type CallName, call, type Input, type Output } from '@ce/client/call.ts'
import { createContext, type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'

/** The site's constants (specification §3); the agreement's texts are only for who registers. */
export type SiteInfo = Omit<Output<'GET /first_page/v1/site_info'>, 'agreement' | 'privacy'>
export type PosterPage = Output<'GET /first_page/v1/posters_list'>
export type PosterItem = PosterPage['list'][number]
export type PosterInfo = Output<'GET /first_page/v1/posters_info'>
export type SwiperItem = Output<'GET /first_page/v1/swiper_list'>[number]
/** 课程目录: a year's courses, and one of them in full */
export type CataloguePage = Output<'GET /course/v1/catalogue'>
export type CourseInfo = Output<'GET /course/v1/catalogue_course'>
export type Friendlink = Output<'GET /first_page/v1/friendlink_list'>[number]
export type SearchPage = Output<'GET /first_page/v1/search'>

/** How a loader makes a call: over the network in a browser, inside the process on the server. */
export type SiteCall = <Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options?: { signal?: AbortSignal; quiet?: boolean },
) => Promise<Output<Name>>

/** The server puts its own here; a browser has the ordinary one. */
export const siteCall = createContext<SiteCall>(call)

/** The way a loader makes its calls; they end with the navigation they were for. */
export function callsOf({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>) {
  const make = context.get(siteCall)
  return <Name extends CallName>(name: Name, input: Input<Name>, options?: { quiet: boolean }) =>
    make(name, input, { signal: request.signal, ...options })
}

/** The id of the route around everything, whose loader is loadSite. */
export const rootRouteId = 'root'

/** The site's constants for any component of any page; undefined when they could not be had. */
export function useSiteInfo(): SiteInfo | undefined {
  return useRouteLoaderData<SiteInfo | null>(rootRouteId) ?? undefined
}
