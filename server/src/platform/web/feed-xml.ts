import { categories, categoryById } from '@ce/contract'
import { escapeHtml } from '@ce/contract/escape-html'
import type { PublishedItem } from './public-content.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

export interface SitemapCourse {
  year: number
  id: string
}

export function renderSitemap(
  origin: string,
  items: readonly PublishedItem[],
  courses: readonly SitemapCourse[],
): string {
  const newest = items.reduce((last, item) => Math.max(last, changed(item)), 0)
  const fixed = [
    '/index',
    '/guide',
    '/courses',
    '/aboutUs',
    '/terms/agreement',
    '/terms/privacy',
    '/verify',
    '/ledger',
    ...categories.map(({ name }) => `/list/${name}`),
  ]
  const urls = [
    ...fixed.map((path) => url(origin + path, path === '/index' ? newest : 0)),
    ...courses.map(({ year, id }) => url(`${origin}/courses/${year}/${id}`, 0)),
    ...items.map((item) => url(addressOf(origin, item), changed(item))),
  ]
  return [declaration, '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', ...urls, '</urlset>', ''].join(
    '\n',
  )
}

/**
 * Returns the time of the last change that readers see: an edit before the publication counts only from the publication
 * on.
 */
function changed({ publishedAt, updatedAt }: PublishedItem): number {
  return Math.max(publishedAt.getTime(), updatedAt.getTime())
}

/** @param at ms since 1970; 0 when unknown */
function url(address: string, at: number): string {
  const lastmod = at ? `<lastmod>${new Date(at).toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${lastmod}</url>`
}

export function renderRssFeed(
  origin: string,
  site: { title: string; organizer: string },
  items: readonly PublishedItem[],
): string {
  return [
    declaration,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', `${site.title} · 通知公告与新闻动态`),
    element('link', `${origin}/index`),
    element('description', `${site.organizer || site.title}发布的通知公告与新闻动态`),
    element('language', 'zh-CN'),
    `<atom:link href="${escapeXml(`${origin}/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...items.map((item) => rssItem(origin, item)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function rssItem(origin: string, item: PublishedItem): string {
  const address = addressOf(origin, item)
  return [
    '<item>',
    element('title', item.title),
    element('link', address),
    `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
    element('pubDate', item.publishedAt.toUTCString()),
    element('category', categoryById(item.categoryId)?.title ?? ''),
    element('description', item.summary),
    '</item>',
  ].join('')
}

function addressOf(origin: string, { id, categoryId }: PublishedItem): string {
  return `${origin}/detail/${categoryById(categoryId)?.name ?? ''}/${encodeURIComponent(id)}`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** XML 1.0 cannot contain most control characters and unpaired surrogates. */
function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, ''))
}
