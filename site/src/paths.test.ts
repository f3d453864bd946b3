import { categories } from '@ce/contract/categories'
import { describe, expect, it } from 'vitest'
import { isPhonePath, isRouterPath, sitePaths } from './paths.ts'

describe('links of the public pages', () => {
  it('public paths do not change', () => {
    expect(sitePaths.home()).toBe('/index')
    expect(sitePaths.detail('news', '7')).toBe('/detail/news/7')
    expect(sitePaths.aboutUs()).toBe('/aboutUs')
    expect(sitePaths.grant()).toBe('/system/grant')
    for (const { name } of categories) expect(sitePaths.list(name)).toBe(`/list/${name}`)
  })

  it('public links encode typed text', () => {
    expect(sitePaths.search('a&b=药')).toBe('/search?keyword=a%26b%3D%E8%8D%AF')
  })

  it('staff links to the server’s own pages are not handled by the router', () => {
    for (const path of ['/index', '/search?keyword=a', '/system', '/verify/A', '/ledger'])
      expect([path, isRouterPath(path)]).toEqual([path, true])
    for (const path of ['/employer', '/files/public/1', '/rss.xml', '/verify/offline', '/indexes'])
      expect([path, isRouterPath(path)]).toEqual([path, false])
  })

  it('/h5 is distinguished from paths that only start with these letters', () => {
    expect(isPhonePath('/h5')).toBe(true)
    expect(isPhonePath('/h55/index')).toBe(false)
  })
})
