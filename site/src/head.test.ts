import { expect, test } from 'vitest'
import { rootRouteId } from './data.ts'
import { buildPageHead, scriptSafeJson } from './head.ts'
import { documentTitle } from './title.ts'

const origin = 'https://a.example'
const site = { title: '站名', organizer: '协会' }

function headOf(pathname: string, search = '', more: object = {}, leaf: object = {}) {
  const handle = { title: '首页', ...more }
  return buildPageHead({
    origin,
    status: 200,
    location: { pathname, search },
    matches: [{ route: { id: rootRouteId } }, { route: { id: 'leaf', handle } }],
    loaderData: { [rootRouteId]: site, leaf },
  }).head
}

test('a page has one canonical address: the desktop’s, without meaningless parameters', () => {
  const canonical = `<link rel="canonical" href="${origin}/list/news?page=2">`
  expect(headOf('/list/news', '?page=2&utm=x')).toContain(canonical)
  expect(headOf('/h5/list/news', '?page=2')).toContain(canonical)
  expect(headOf('/list/news')).toContain(`href="${origin}/h5/list/news"`)
  expect(headOf('/h5/list/news')).not.toContain('rel="alternate" media')
  expect(headOf('/list/news')).toContain(
    `<meta http-equiv="mobile-agent" content="format=html5; url=${origin}/h5/list/news">`,
  )
  expect(headOf('/h5/list/news')).toContain('<meta name="applicable-device" content="mobile">')
  // The same page serves desktop and phone.
  expect(headOf('/verify')).toContain('<meta name="applicable-device" content="pc,mobile">')
  expect(headOf('/verify')).not.toContain(`${origin}/h5`)
})

test('phone pages can be put on a phone’s home screen, desktop pages cannot', () => {
  const head = headOf('/h5/search', '?keyword=a')
  expect(head).toContain('<link rel="manifest" href="/h5/manifest.webmanifest">')
  expect(head).toContain('href="/h5/icons/apple-touch-icon.png"')
  expect(head).toContain('<meta name="mobile-web-app-capable" content="yes">')
  for (const path of ['/index', '/list/news', '/verify', '/ledger']) expect(headOf(path)).not.toMatch(/manifest|apple/)
})

test('search engines get a course with its price, and the year’s list with its own address', () => {
  const course = {
    ...{
      title: '药品管理法',
      intro: '讲</script>法',
      coverUrl: '/files/public/1',
      durationSeconds: 90,
    },
    teacher: { name: '周明哲', employer: '大学' },
    plan: { price: 12_050, signStartAt: '2026-01-01', studyEndAt: '2027-03-31' },
  }
  const head = headOf('/courses/2026/1', '', {}, { course })
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? ''
  expect(JSON.parse(json)).toMatchObject({
    ...{ '@type': 'Course', name: '药品管理法', description: '讲</script>法' },
    image: [`${origin}/files/public/1`],
    offers: { price: '120.50', priceCurrency: 'CNY', category: 'Paid' },
    provider: { name: '协会' },
  })
  expect(head).toContain('<meta name="description" content="讲&#60;/script&#62;法">')
  const list = `<link rel="canonical" href="${origin}/courses?year=2025">`
  expect(headOf('/h5/courses', '?subject=PUBLIC&year=2025')).toContain(list)
  expect(headOf('/courses', '?year=1999', {}, { noIndex: true })).toContain('noindex')
})

test('search results, private pages and list pages beyond the end are not indexed', () => {
  for (const head of [
    headOf('/search', '?keyword=a'),
    headOf('/list/news', '?keyword=a'),
    headOf('/list/news', '?page=9', {}, { posters: { list: [] } }),
    headOf('/h5/login', '', { noIndex: true }),
  ]) {
    expect(head).toContain('<meta name="robots" content="noindex, follow">')
    expect(head).not.toContain('canonical')
  }
})

test('the title comes from the loader, then the route, then the error, with the site’s name', () => {
  const matches = [{ route: { id: rootRouteId } }, { route: { id: 'leaf', handle: { title: '列表' } } }]
  const loaderData = { [rootRouteId]: site, leaf: { pageTitle: '通知' } }
  expect(documentTitle({ matches, loaderData })).toBe('通知 - 站名')
  expect(documentTitle({ matches, loaderData: {} })).toBe('列表 - 执业药师继续教育平台')
  const missing = { status: 404, statusText: '', internal: false, data: null }
  expect(documentTitle({ matches, loaderData, errors: { leaf: missing } })).toBe('页面不存在 - 站名')
  expect(documentTitle({ matches, loaderData, errors: { leaf: new Error('x') } })).toBe('出错了 - 站名')
  expect(documentTitle({ matches: [], loaderData })).toBe('站名')
})

test('data inside a script element cannot close it', () => {
  const value = { text: '</script><!-- <SCRIPT> <b>' }
  expect(scriptSafeJson(value)).not.toMatch(/<\/|<!|<script/i)
  expect(JSON.parse(scriptSafeJson(value))).toEqual(value)
})
