import type { APIRequestContext, Page } from '@playwright/test'
import { type CategoryName, categories, categoryByName } from '../contract/src/rules/categories.ts'
import { accessible, narrow, wide } from './axe.ts'
import { publishItem } from './publish-item.ts'
import { expect, test } from './test.ts'

// The browser logs each missing page as 404.
test.use({ tolerated: [/status of 404 /] })
// This file is long and runs last, so its tests run in parallel.
test.describe.configure({ mode: 'parallel' })

const nobody = '00000000-0000-4000-8000-000000000000'
const besides = [
  '/index',
  '/guide',
  '/aboutUs',
  '/terms/agreement',
  '/courses',
  '/courses?keyword=没有这样的课',
  '/courses?year=2001',
  `/courses/2001/${nobody}`,
  '/search',
  '/search?keyword=处方药',
  '/search?keyword=没有这样的内容&category=law',
  '/list/notice?page=99',
  '/list/law?keyword=药品',
  '/list/news?keyword=没有这样的内容',
  '/list/nosuch',
  `/detail/news/${nobody}`,
  '/notfound',
]
const names = categories.map(({ name }) => name)
/** One category for each layout: rows, rows with pictures, videos, people. */
const kinds: CategoryName[] = ['law', 'news', 'technologyVideo', 'expert']
const lists = (some: CategoryName[]) => some.map((name) => `/list/${name}`)
/** These pages have no version below /h5: login, registration and responsive pages. */
const doors = ['/login', '/register', '/verify', '/verify/ABCD1234EFGH5678', '/error']

/** Finds the newest item of each category, and one item with all kinds of content. */
async function items(request: APIRequestContext, some: CategoryName[]): Promise<string[]> {
  const newest = some.map(async (name) => {
    const list = `/api/client/first_page/v1/posters_list?categoryId=${categoryByName(name)?.id}&page=1&pageSize=1`
    const { data } = await (await request.get(list)).json()
    return `/detail/${name}/${data.list[0].id}`
  })
  const rich = await publishItem(request, { category: 'education', ...richText })
  return [...(await Promise.all(newest)), rich]
}

test.describe('layout and accessibility of public pages', () => {
  test('every public page fits a desktop screen and is accessible', async ({ page, request }) => {
    test.setTimeout(300_000)
    for (const path of [
      ...besides,
      ...lists(names),
      ...(await items(request, names)),
      (await elective(request)).path,
      ...doors,
    ])
      await test.step(path, async () => {
        await page.setViewportSize(wide)
        await open(page, path)
        await accessible(page)
        // All other pages have a version for narrow screens below /h5.
        if (!doors.includes(path)) return
        await page.setViewportSize(narrow)
        await accessible(page)
      })
  })

  test('every public page fits in large print', async ({ page, request }) => {
    test.setTimeout(300_000)
    await page.addInitScript(() => localStorage.setItem('print', 'large'))
    const course = (await elective(request)).path
    const some = [...lists(kinds), ...(await items(request, kinds)), course]
    for (const [index, path] of [...besides, ...some, ...doors].entries())
      await test.step(path, async () => {
        await page.setViewportSize(index % 2 ? wide : narrow)
        await open(page, path)
        expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('20px')
        await accessible(page)
      })
  })
})

/** Finds an elective course of the newest year. */
async function elective(request: APIRequestContext): Promise<{ path: string; title: string }> {
  const list = '/api/client/course/v1/catalogue?pageSize=100'
  const { data } = await (await request.get(list)).json()
  const course = data.list.find((one: { required: boolean }) => !one.required)
  return { path: `/courses/${data.plan.year}/${course.id}`, title: course.title }
}

test('a visitor watches the preview of a course and is led to sign up for it', async ({ page, request }) => {
  const { path, title } = await elective(request)
  await open(page, '/index')
  await page.getByRole('link', { name: /课程目录/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '课程目录' })).toBeVisible()
  await expect(page.getByText('¥120.00')).toBeVisible()
  await page.getByRole('searchbox', { name: '课程或教师' }).fill(title)
  await page.getByRole('button', { name: '查找' }).click()
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page).toHaveURL(path)
  await expect(page).toHaveTitle(new RegExp(`^${title}`))
  await expect(page.getByText(/演示时长/).first()).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '免费试看' }).click()
  const film = page.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBe(15)
  await film.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = 14
    return video.play()
  })
  await expect(page.getByText('试看结束，报名后可以完整学习。')).toBeVisible()
  await page.getByRole('link', { name: '选这门课，去报名' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  const redirect = new URL(page.url()).searchParams.get('redirect')
  expect(redirect).toContain(`course=${path.split('/').at(-1)}`)
})

test.describe('public pages below /h5', () => {
  test.use({
    viewport: narrow,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36',
  })

  test('every public page fits a phone screen and is accessible', async ({ page, request }) => {
    test.setTimeout(300_000)
    const course = (await elective(request)).path
    const seen = [...lists(kinds), ...(await items(request, kinds)), course]
    const paths = [...besides, ...seen, '/login']
    for (const [index, path] of paths.entries())
      await test.step(path, async () => {
        // The desktop address redirects a phone to the same path below /h5.
        await open(page, index % 5 ? `/h5${path}` : path, `/h5${path}`)
        await accessible(page)
      })
  })
})

/** Opens a page and checks where it ends; a missing page may end at another address. */
async function open(page: Page, path: string, arrives = path): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL(encodeURI(arrives))
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.getByLabel('正在加载')).toHaveCount(0)
}

const picture = '<img src="/favicon.svg" alt="绿色的十字" width="1600" height="700">'
const richText = {
  title: `一篇什么都有的长文章：标题也很长，看它在手机上和大字版里怎样换行 ${Date.now()}`,
  bodyHtml: [
    '<p>正文里有<a href="https://www.nmpa.gov.cn/">链接</a>、<strong>强调</strong>。</p>',
    ...['一', '二', '三', '四'].map((number) => `<h2>第${number}部分</h2><p>说明。</p>`),
    '<ul><li>列表里的<a href="/guide">链接</a><ol><li>下一层</li></ol></li></ul>',
    `<table><thead><tr>${'<th>专业科目（学时）</th>'.repeat(8)}</tr></thead><tbody><tr>${'<td>60.0</td>'.repeat(8)}</tr></tbody></table>`,
    '<blockquote><p>引文。</p></blockquote>',
    `<pre><code>${'one-very-long-word-'.repeat(20)}</code></pre>`,
    `<p>https://example.com/${'very-long-address/'.repeat(10)}</p>`,
    picture,
  ].join(''),
  attachments: [{ name: '附件说明.txt.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') }],
}
