import { categories } from '@ce/contract/categories'
import { describe, expect, it } from 'vitest'
import { highlightOf } from './navigation.ts'

const own: Record<string, string> = {
  guide: 'guide',
  news: 'news',
  political: 'political',
  aboutUs: 'aboutUs',
}

describe('the highlighted item of the header', () => {
  it.each(['', '/h5'])('follows the path below %j', (base) => {
    const item = (path: string) => highlightOf(base + path).item
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

  it.each(['list', 'detail'])('of a %s is the category’s own, else 首页', (kind) => {
    for (const { name } of categories)
      expect(highlightOf(`/${kind}/${name}/1`).item).toBe(own[name] ?? 'home')
  })

  it('is 首页 with its sub-item for experts and pharmacists', () => {
    expect(highlightOf('/list/expert')).toEqual({ item: 'home', sub: 'expert' })
    expect(highlightOf('/h5/detail/pharmacist/1')).toEqual({ item: 'home', sub: 'pharmacist' })
    expect(highlightOf('/list/notice').sub).toBeNull()
  })

  it('is none for a category that does not exist', () => {
    for (const name of ['', 'constructor', 'News', '__proto__'])
      expect(highlightOf(`/list/${name}`)).toEqual({ item: null, sub: null })
    expect(highlightOf('/constructor').item).toBeNull()
  })
})
