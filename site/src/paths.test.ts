import { categories } from '@ce/contract/categories'
import { describe, expect, it } from 'vitest'
import { isPhonePath, isRouted, sitePaths } from './paths.ts'

describe('the links of the public pages', () => {
  it('are those of the specification', () => {
    expect(sitePaths.home()).toBe('/index')
    expect(sitePaths.detail('news', '7')).toBe('/detail/news/7')
    expect(sitePaths.aboutUs()).toBe('/aboutUs')
    expect(sitePaths.grant()).toBe('/system/grant')
    for (const { name } of categories) expect(sitePaths.list(name)).toBe(`/list/${name}`)
  })

  it('quote what people type', () => {
    expect(sitePaths.search('a&b=药')).toBe('/search?keyword=a%26b%3D%E8%8D%AF')
  })

  it('of staff to what the server keeps for itself are not the router’s', () => {
    for (const path of ['/index', '/search?keyword=a', '/system', '/verify/A', '/ledger'])
      expect([path, isRouted(path)]).toEqual([path, true])
    for (const path of ['/employer', '/files/public/1', '/rss.xml', '/verify/offline', '/indexes'])
      expect([path, isRouted(path)]).toEqual([path, false])
  })

  it('tell /h5 from what only begins like it', () => {
    expect(isPhonePath('/h5')).toBe(true)
    expect(isPhonePath('/h55/index')).toBe(false)
  })
})
