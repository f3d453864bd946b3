import { expect, test } from 'vitest'
import { renderRssFeed, renderSitemap } from './feed-xml.ts'

const item = {
  id: '1',
  categoryId: 28,
  title: '<b>&\u0000\u000b"药\ud800',
  summary: ']]></description>',
  publishedAt: new Date('2026-11-20T01:02:03Z'),
  updatedAt: new Date('2026-11-01T00:00:00Z'),
}
const site = { title: '站', organizer: '' }

test('an RSS feed stays well-formed whatever a title contains', () => {
  const feed = renderRssFeed('https://a.example', site, [item])
  expect(feed).toContain('<title>&#60;b&#62;&#38;&#34;药\ufffd</title>')
  expect(feed).toContain('<description>]]&#62;&#60;/description&#62;</description>')
  expect(feed).toContain('<pubDate>Fri, 20 Nov 2026 01:02:03 GMT</pubDate>')
  expect(feed).toContain('<guid isPermaLink="true">https://a.example/detail/news/1</guid>')
})

test('the site map uses the later of publication and save as an item’s last change', () => {
  const map = renderSitemap(
    'https://a.example',
    [item, { ...item, id: 'a b', categoryId: 35 }],
    [{ year: 2026, id: 'c1' }],
  )
  expect(map).toContain('<loc>https://a.example/courses/2026/c1</loc>')
  const at = '<lastmod>2026-11-20T01:02:03.000Z</lastmod>'
  expect(map).toContain(`<url><loc>https://a.example/detail/news/1</loc>${at}</url>`)
  expect(map).toContain('https://a.example/detail/law/a%20b')
  expect(map).toContain(`<loc>https://a.example/index</loc>${at}`)
  expect(renderSitemap('https://a.example', [], [])).not.toContain('lastmod')
})
