import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { HeaderNavigation } from './HeaderNavigation.tsx'
import { headerHighlightOf } from './navigation.ts'

function linksOn(pathname: string, basename = '/') {
  const markup = renderToStaticMarkup(
    <MemoryRouter basename={basename} initialEntries={[pathname]}>
      <HeaderNavigation highlight={headerHighlightOf(pathname)} />
    </MemoryRouter>,
  )
  return [...markup.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = '', title = '']) => ({
    title,
    to: /href="([^"]*)"/.exec(attributes)?.[1],
    current: /aria-current="([^"]*)"/.exec(attributes)?.[1],
    newTab: attributes.includes('target="_blank"'),
  }))
}

describe('header navigation', () => {
  it('the site header has its items in order and opens the hours page in a new tab', () => {
    const links = linksOn('/index')
    expect(links.map(({ title, to }) => `${title} ${to}`)).toEqual([
      '首页 /index',
      '注册指南 /guide',
      '继续教育 /system',
      '新闻 /list/news',
      '政策 /list/political',
      '学时查询 /system/grant',
      '联系我们 /aboutUs',
    ])
    expect(links.filter(({ newTab }) => newTab).map(({ title }) => title)).toEqual(['学时查询'])
  })

  it('the header marks the open page and its section differently', () => {
    const current = (pathname: string) =>
      linksOn(pathname)
        .filter(({ current }) => current)
        .map(({ title, current }) => `${title} ${current}`)
    expect(current('/list/news')).toEqual(['新闻 page'])
    expect(current('/detail/news/7')).toEqual(['新闻 true'])
    expect(current('/list/expert')).toEqual(['首页 true', '专家介绍 page'])
    expect(current('/search')).toEqual([])
    expect(current('/list/nosuch')).toEqual([])
  })

  it('header links of phone pages stay below /h5', () => {
    for (const { to } of linksOn('/h5/list/pharmacist', '/h5')) expect(to).toMatch(/^\/h5\//)
  })
})
