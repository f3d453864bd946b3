import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { HomeData } from '../load-home.ts'
import { HomePage } from './HomePage.tsx'

const none = { notice: [], news: [], political: [], law: [], technology: [], technologyVideo: [] }
const data: HomeData = {
  swipers: [],
  posters: { ...none, lawVideo: [], expert: [], pharmacist: [] },
  friendlinks: [{ id: 'f1', title: '友好网站', redirectUrl: 'https://example.org/' }],
}

function home(): string {
  const routes = [{ id: 'home', path: '/index', element: <HomePage /> }]
  const hydrationData = { loaderData: { home: data } }
  const router = createMemoryRouter(routes, { initialEntries: ['/index'], hydrationData })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

const textsOf = (html: string, tag: RegExp) =>
  [...html.matchAll(tag)].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''))

it('the home page has its sections in order with their names', () => {
  expect(textsOf(home(), /<h2[^>]*>(.*?)<\/h2>/g)).toEqual([
    ...['通知公告', '新闻动态', '政策法规', '科普园地', '法规学习', '专家介绍', '药师介绍'],
    '友情链接',
  ])
})

it('the home page starts with the three steps and then the five quick entries', () => {
  const html = home()
  const steps = html.slice(html.indexOf('hero-steps'), html.indexOf('hero-actions'))
  expect(textsOf(steps, /<strong>(.*?)<\/strong>/g)).toEqual(['报名', '学习', '学时证明'])
  const entries = html.slice(html.indexOf('quick-entries'), html.indexOf('home-grid'))
  const at = ['继续教育报名', '课程目录', '学时查询', '证明核验', '注册指南'].map((name) => entries.indexOf(name))
  expect(at).toEqual(at.toSorted((one, two) => one - two))
  expect(Math.min(...at)).toBeGreaterThan(0)
})

it('the science and law sections have tabs for texts and videos', () => {
  const tabs = textsOf(home(), /<label class="tab">(.*?)<\/label>/g)
  expect(tabs).toEqual(['科普文章', '科普视频', '法律法规', '普法视频'])
})
