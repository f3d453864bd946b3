import { categories } from '@ce/contract/categories'
import { describe, expect, it } from 'vitest'
import { headerHighlightOf } from './navigation.ts'

const own: Record<string, string> = {
  guide: 'guide',
  news: 'news',
  political: 'political',
  aboutUs: 'aboutUs',
}

describe('highlighted item of the header', () => {
  it.each(['', '/h5'])('the header highlights the item that belongs to the path below %j', (base) => {
    const item = (path: string) => headerHighlightOf(base + path).item
    expect(item('/index')).toBe('home')
    expect(item('/guide')).toBe('guide')
    expect(item('/aboutUs')).toBe('aboutUs')
    expect(item('/courses')).toBe('education')
    expect(item('/courses/2026/1')).toBe('education')
    expect(item('/system')).toBe('education')
    expect(item('/system/my-courses/1')).toBe('education')
    for (const path of ['/login', '/register', '/search', '/notfound', '/error', '/verify/1'])
      expect(item(path)).toBeNull()
  })

  it.each(['list', 'detail'])('the header highlights the item of %s, or 首页 if it has none', (kind) => {
    for (const { name } of categories) expect(headerHighlightOf(`/${kind}/${name}/1`).item).toBe(own[name] ?? 'home')
  })

  it('the header highlights 首页 with its sub-item for experts and pharmacists', () => {
    expect(headerHighlightOf('/list/expert')).toEqual({ item: 'home', sub: 'expert' })
    expect(headerHighlightOf('/h5/detail/pharmacist/1')).toEqual({ item: 'home', sub: 'pharmacist' })
    expect(headerHighlightOf('/list/notice').sub).toBeNull()
  })

  it('the header highlights nothing for an unknown category', () => {
    for (const name of ['', 'constructor', 'News', '__proto__'])
      expect(headerHighlightOf(`/list/${name}`)).toEqual({ item: null, sub: null })
    expect(headerHighlightOf('/constructor').item).toBeNull()
  })
})
