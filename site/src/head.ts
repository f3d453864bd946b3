import { escapeHtml } from '@ce/contract/escape-html'
import { desktopPathOf, isResponsivePage, phoneBase } from '@ce/contract/mobile'
import type { CourseInfo, PosterInfo } from './data.ts'
import { isPhonePath } from './paths.ts'
import { readSiteQuery, writeSiteQuery } from './read-query.ts'
import { documentTitle, pageTitle, readObjectField, siteInfoOfLoaders, type TitleSource } from './title.ts'

interface HeadInput extends TitleSource {
  /** Public address of the portal, without a trailing slash. */
  origin: string
  location: { pathname: string; search: string }
  status: number
}

const longestDescription = 150

/** Builds a page's title, the metadata for crawlers, and the item's id. */
export function buildPageHead(input: HeadInput): {
  title: string
  head: string
  posterId: string | null
} {
  const title = documentTitle(input)
  const tags = isIndexed(input) ? indexedTags(input) : [meta('robots', 'noindex, follow')]
  return {
    title,
    head: [...tags, ...appTags(input), feedLink(input)].join('\n'),
    posterId: posterOf(input)?.id ?? null,
  }
}

/** Whether crawlers may index the page. Search results are endless, so crawlers must skip them. */
function isIndexed({ status, location, matches, loaderData }: HeadInput): boolean {
  const { id = '', handle } = matches.at(-1)?.route ?? {}
  if (status !== 200 || readObjectField(handle, 'noIndex') === true) return false
  if (readObjectField(loaderData[id], 'noIndex') === true) return false
  const { page, keyword } = readSiteQuery(location.search)
  const beyond =
    page > 1 && readObjectField(readObjectField(readObjectField(loaderData[id], 'posters'), 'list'), 'length') === 0
  return !beyond && !keyword && !desktopPathOf(location.pathname).startsWith('/search')
}

function indexedTags(input: HeadInput): string[] {
  const { origin, location } = input
  const { page, year } = readSiteQuery(location.search)
  const path = desktopPathOf(location.pathname) + writeSiteQuery({ page, year })
  const poster = posterOf(input)
  const course = courseOf(input)
  const description = describe(input, poster?.summary || course?.intro)
  return [
    meta('description', description),
    tag('link', { rel: 'canonical', href: origin + path }),
    ...versionTags(input, path),
    property('og:title', pageTitle(input) ?? documentTitle(input)),
    property('og:type', poster ? 'article' : 'website'),
    property('og:url', origin + path),
    property('og:site_name', documentTitle({ ...input, matches: [] })),
    property('og:description', description),
    property('og:locale', 'zh_CN'),
    ...(poster ? articleTags(input, poster, origin + path) : []),
    ...(course ? [courseTag(input, course, origin + path)] : []),
  ]
}

/** Tags for the page's desktop or phone version, some of them for Baidu. */
function versionTags({ origin, location }: HeadInput, path: string): string[] {
  if (isPhonePath(location.pathname)) return [meta('applicable-device', 'mobile')]
  if (isResponsivePage(location.pathname)) return [meta('applicable-device', 'pc,mobile')]
  const href = origin + phoneBase + path
  return [
    tag('link', { rel: 'alternate', media: 'only screen and (max-width: 640px)', href }),
    tag('meta', { 'http-equiv': 'mobile-agent', content: `format=html5; url=${href}` }),
    meta('applicable-device', 'pc'),
  ]
}

function articleTags(input: HeadInput, poster: PosterInfo, url: string): string[] {
  const image = poster.coverUrl && new URL(poster.coverUrl, input.origin).href
  return [
    property('article:published_time', poster.publishedAt),
    property('article:modified_time', poster.updatedAt),
    ...(image ? [property('og:image', image)] : []),
    `<script type="application/ld+json">${scriptSafeJson({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: poster.title,
      description: poster.summary || undefined,
      datePublished: poster.publishedAt,
      dateModified: poster.updatedAt,
      inLanguage: 'zh-CN',
      mainEntityOfPage: url,
      ...(image ? { image: [image] } : {}),
      ...(poster.author ? { author: { '@type': 'Person', name: poster.author } } : {}),
      publisher: {
        '@type': 'Organization',
        name: publisherOf(input),
      },
    })}</script>`,
  ]
}

/** Course data for search engines (schema.org/Course). */
function courseTag(input: HeadInput, course: CourseInfo, url: string): string {
  const { plan, coverUrl, teacher } = course
  return `<script type="application/ld+json">${scriptSafeJson({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    description: course.intro || course.title,
    url,
    inLanguage: 'zh-CN',
    ...(coverUrl ? { image: [new URL(coverUrl, input.origin).href] } : {}),
    provider: { '@type': 'Organization', name: publisherOf(input) },
    offers: {
      '@type': 'Offer',
      category: plan.price === 0 ? 'Free' : 'Paid',
      price: (plan.price / 100).toFixed(2),
      priceCurrency: 'CNY',
      validFrom: plan.signStartAt,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${Math.max(1, Math.round(course.durationSeconds / 60))}M`,
      endDate: plan.studyEndAt,
      instructor: { '@type': 'Person', name: teacher.name, affiliation: teacher.employer },
    },
  })}</script>`
}

const publisherOf = (input: HeadInput): string =>
  siteInfoOfLoaders(input)?.organizer || documentTitle({ ...input, matches: [] })

function describe(input: HeadInput, own: string | undefined): string {
  const site = siteInfoOfLoaders(input)
  const name = documentTitle({ ...input, matches: [] })
  const about = readObjectField(input.matches.at(-1)?.route.handle, 'description') ?? pageTitle(input)
  const text = own || [about, name, site?.organizer].filter(Boolean).join(' · ')
  return [...text].slice(0, longestDescription).join('')
}

/** Finds the item of a detail page, 注册指南 or 联系我们. */
function posterOf({ matches, loaderData }: HeadInput): PosterInfo | null {
  const leaf = matches.at(-1)
  return leaf ? posterData(readObjectField(loaderData[leaf.route.id], 'poster')) : null
}

function courseOf({ matches, loaderData }: HeadInput): CourseInfo | null {
  const leaf = matches.at(-1)
  return leaf ? courseData(readObjectField(loaderData[leaf.route.id], 'course')) : null
}

function courseData(data: unknown): CourseInfo | null {
  return (data as CourseInfo | null | undefined) ?? null
}

function posterData(data: unknown): PosterInfo | null {
  return (data as PosterInfo | null | undefined) ?? null
}

/** Tags with which phones put a page on the home screen. */
function appTags({ location }: HeadInput): string[] {
  if (!isPhonePath(location.pathname)) return []
  return [
    tag('link', { rel: 'manifest', href: `${phoneBase}/manifest.webmanifest` }),
    tag('link', { rel: 'apple-touch-icon', href: `${phoneBase}/icons/apple-touch-icon.png` }),
    meta('apple-mobile-web-app-title', '药师继教'),
    meta('mobile-web-app-capable', 'yes'),
  ]
}

function feedLink({ origin }: HeadInput): string {
  return tag('link', {
    rel: 'alternate',
    type: 'application/rss+xml',
    title: '通知公告与新闻动态',
    href: `${origin}/rss.xml`,
  })
}

const meta = (name: string, content: string) => tag('meta', { name, content })
const property = (name: string, content: string) => tag('meta', { property: name, content })

function tag(name: string, attributes: Record<string, string>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${pairs.join('')}>`
}

/** Writes JSON for a script element, escaped so that the text cannot end the element. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(/<(?=[/!]|script)/gi, '\\u003c')
}
