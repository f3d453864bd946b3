import { categories } from '@ce/contract/categories'
import { describe, expect, it } from 'vitest'
import { isPhonePath, localLink, sitePaths, sitePathsAt } from './paths.ts'

describe('the links of the public pages', () => {
  it('are those of the specification', () => {
    expect(sitePaths.home()).toBe('/index')
    expect(sitePaths.detail('news', '7')).toBe('/detail/news/7')
    expect(sitePaths.aboutUs()).toBe('/aboutUs')
    expect(sitePaths.grant()).toBe('/system/grant')
    for (const { name } of categories) expect(sitePaths.list(name)).toBe(`/list/${name}`)
  })

  it('lie below /h5 for a phone, but for the page that serves everybody', () => {
    const paths = sitePathsAt('/h5')
    const links = [
      paths.home(),
      paths.guide(),
      paths.search('药 师'),
      paths.login(),
      paths.system(),
    ]
    for (const link of links) expect(isPhonePath(link)).toBe(true)
    expect(paths.verify('A')).toBe('/verify/A')
  })

  it('quote what people type', () => {
    expect(sitePaths.search('a&b=药')).toBe('/search?keyword=a%26b%3D%E8%8D%AF')
  })

  it('of staff, written for the desktop, stay on the phone’s version', () => {
    expect(localLink('/detail/news/7', '/h5').to).toBe('/h5/detail/news/7')
    expect(localLink('/detail/news/7', '').to).toBe('/detail/news/7')
    expect(localLink('/verify', '/h5').to).toBe('/verify')
    expect(localLink('/files/public/1', '/h5').to).toBe('/files/public/1')
    expect(localLink('/h5/index', '/h5').to).toBe('/h5/index')
  })

  it('of staff to what the server keeps for itself are the browser’s to load', () => {
    const loads = (path: string) => localLink(path, '').reloadDocument
    for (const path of [
      '/index',
      '/h5/guide',
      '/search?keyword=a',
      '/system',
      '/verify/A',
      '/ledger',
    ])
      expect([path, loads(path)]).toEqual([path, false])
    for (const path of ['/employer', '/files/public/1', '/rss.xml', '/verify/offline', '/indexes'])
      expect([path, loads(path)]).toEqual([path, true])
  })

  it('tell /h5 from what only begins like it', () => {
    expect(isPhonePath('/h5')).toBe(true)
    expect(isPhonePath('/h55/index')).toBe(false)
  })
})
