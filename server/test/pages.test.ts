import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePoster } from './factories/poster.ts'
import { makeStudent } from './factories/student.ts'
import { notifyContentChanged, openPageServers, type PageServers } from './page-servers.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1'
let servers: PageServers['servers'] = []
let open: PageServers['open']
let read: PageServers['read']
let seen: PageServers['seen']
let close: PageServers['close']

beforeAll(async () => {
  ;({ servers, open, read, seen, close } = await openPageServers())
}, 120_000)

afterAll(() => close())

describe('rendered pages without scripts', () => {
  it.each([
    ['/index', '首页'],
    ['/list/notice', '通知公告'],
    ['/list/pharmacist?page=3', '药师介绍'],
    ['/guide', '注册指南'],
    ['/aboutUs', '联系我们'],
    ['/terms/agreement', '用户协议'],
    ['/terms/privacy', '隐私政策'],
    ['/search', '站内搜索'],
    ['/error', '出错了'],
    ['/verify', '证明核验'],
    ['/h5/index', '首页'],
    ['/h5/list/law', '法律法规'],
  ])('%s has its title, heading and navigation', async (path, title) => {
    const response = await open(path)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain(`<title>${title} - `)
    expect(html).toMatch(/<h1[ >]/)
    expect(html).toMatch(/<main[ >]/)
    expect(html).not.toMatch(/__NONCE__|undefined<|\[object/)
    // The security policy would silently drop inline handlers and style attributes.
    expect(html).not.toMatch(/<[a-z][^<>]*\s(on[a-z]+|style)=/)
  })

  it('the page of an item shows its text and has metadata for crawlers', async () => {
    const content = {
      summary: '一句话“摘要”',
      bodyHtml: '<h2>第一条</h2><p>正文在此</p>',
      author: '编辑',
    }
    const { id, title } = await makePoster({ categoryId: 29, content })
    for (const base of ['', '/h5']) {
      const html = await read(`${base}/detail/political/${id}`)
      expect(html).toContain(`<title>${title} - `)
      expect(html).toContain('正文在此</p>')
      const address = /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1]
      expect(address).toMatch(new RegExp(`^http://localhost:\\d+/detail/political/${id}$`))
      expect(html.includes('rel="alternate" media=')).toBe(base === '')
      expect(html).toContain('<meta property="og:type" content="article">')
      expect(html).toContain('content="一句话“摘要”"')
      const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
      expect(JSON.parse(data)).toMatchObject({ headline: title, mainEntityOfPage: address })
    }
  })

  it('an item is found in its list, by search and on the list’s second page', async () => {
    const { title } = await makePoster({ categoryId: 35 })
    expect(await read('/list/law')).toContain(title)
    expect(await read(`/search?keyword=${encodeURIComponent(title)}`)).toContain(title)
    expect(await read(`/list/law?page=-1&keyword=${encodeURIComponent(title)}`)).toContain(title)
    expect(await read('/list/law?page=900')).not.toContain(title)
  })
})

describe('missing pages', () => {
  it.each([
    '/list/nope',
    '/list/constructor',
    '/terms/other',
    '/terms/agreement/none',
    '/terms/privacy/1/2',
    '/list/Notice',
    '/detail/notice/1',
    '/detail/notice/00000000-0000-0000-0000-000000000000',
    '/detail/nope/00000000-0000-0000-0000-000000000000',
    "/detail/notice/'; drop table poster; --",
    '/detail/notice/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/detail/notice/%00',
    '/detail/notice/..%2f..%2fetc%2fpasswd',
    '/Index',
    '/what/ever',
    '/exam',
    '/grant',
    '/notfound',
    '//evil.example/index',
    '/h5/what',
    ...['/h5/system/what', '/h5/system/dashboard/1', '/h5/exam/1'],
    '/h5/detail/notice/00000000-0000-0000-0000-000000000000',
    '/version/tablet',
    `/${'x'.repeat(5000)}`,
  ])('%s is the not-found page with 404', async (path) => {
    const response = await open(path)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('<title>页面不存在 - ')
    expect(html).toContain('<meta name="robots" content="noindex, follow">')
    expect(html).not.toContain('<script>alert(1)')
  })

  it('another spelling of an item’s address is not found', async () => {
    const { id } = await makePoster({ categoryId: 1 })
    const shout = id.toUpperCase()
    expect((await open(`/detail/notice/${shout}`)).status).toBe(shout === id ? 200 : 404)
    expect((await open(`/detail/n%6ftice/${id}`)).status).toBe(404)
  })

  it('pages beyond a list’s end or with a search keyword are marked not to be indexed', async () => {
    const { title } = await makePoster({ categoryId: 27 })
    await notifyContentChanged()
    await expect.poll(() => seen('/list/education', title)).toBe(true)
    const hidden = '<meta name="robots" content="noindex, follow">'
    for (const query of ['?page=900', `?keyword=${encodeURIComponent(title)}`])
      expect(await read(`/list/education${query}`)).toContain(hidden)
    expect(await read('/list/education')).not.toContain(hidden)
  })

  it('an item in another category, a future draft and a withdrawn item are not found', async () => {
    const { id } = await makePoster({ categoryId: 1 })
    expect((await open(`/detail/notice/${id}`)).status).toBe(200)
    expect((await open(`/detail/news/${id}`)).status).toBe(404)
    const later = await makePoster({ categoryId: 1, ago: -3600 })
    expect((await open(`/detail/notice/${later.id}`)).status).toBe(404)
    expect(await read('/list/notice')).not.toContain(later.title)
  })
})

describe('content security policy of portal pages', () => {
  it('each response has its own nonce, and inline content has its hash', async () => {
    const answers = await Promise.all([open('/index'), open('/index'), open('/login')])
    const nonces = await Promise.all(
      answers.map(async (response) => {
        const policy = response.headers.get('content-security-policy') ?? ''
        const nonce = /script-src 'self' 'nonce-([\w-]{20,})'/.exec(policy)?.[1]
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
        expect(policy).not.toContain('unsafe')
        const [head, body = ''] = (await response.text()).split('<body>')
        expect(head).not.toContain(nonce)
        expect(body).toContain(`<template id="csp-nonce" nonce="${nonce}">`)
        expect(body).not.toContain('<meta')
        expect(response.headers.get('cache-control')).toBe('no-cache')
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(3)
  })

  it('a cached page is the same for signed-in readers', async () => {
    const student = await makeStudent({ name: '独一无二' })
    const headers = { authorization: student.token, cookie: `token=${student.token}; name=x` }
    const bare = async (response: Response) => (await response.text()).replace(/nonce="[\w-]+"/, '')
    for (const path of ['/guide', '/h5/guide', '/verify']) {
      await notifyContentChanged()
      const mine = await Promise.all(servers.map(({ origin }) => fetch(origin + path, { headers })))
      for (const response of mine) {
        expect(response.headers.get('set-cookie')).toBeNull()
        expect(await bare(response)).not.toContain('独一无二')
      }
      const theirs = await Promise.all(servers.map(({ origin }) => fetch(origin + path)))
      const [one, two] = await Promise.all(theirs.map(bare))
      const again = await bare(await fetch(`${servers[0]?.origin}${path}`, { headers }))
      expect(again === one).toBe(true)
      expect(two?.length).toBe(one?.length)
    }
  })

  it('the document is the same with and without compression', async () => {
    const [server] = servers
    const get = (encoding: string) => fetch(`${server?.origin}/guide`, { headers: { 'accept-encoding': encoding } })
    const bare = async (response: Response) => (await response.text()).replace(/nonce="[\w-]+"/, '')
    const whole = await bare(await get('identity'))
    for (const encoding of ['br', 'gzip']) {
      const response = await get(encoding)
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect((await bare(response)) === whole).toBe(true)
    }
  })

  it('hostile text stays plain text in the page, its metadata and its data', async () => {
    const title = '</title><script>alert(1)</script><!--"\'&\u2028'
    const { id } = await makePoster({ categoryId: 28, content: { title, summary: title } })
    for (const path of [`/detail/news/${id}`, '/list/news', '/index', '/rss.xml', '/sitemap.xml']) {
      const html = await read(path)
      expect(html).not.toMatch(/<script>alert|<!--"/)
    }
    const html = await read(`/detail/news/${id}`)
    const data = /<script type="application\/json" id="hydration">(.*?)<\/script>/s.exec(html)?.[1]
    expect(JSON.stringify(JSON.parse(data ?? ''))).toContain('alert(1)')
  })
})

describe('redirecting phones to the phone version', () => {
  const phone = { headers: { 'user-agent': iPhone } }

  it.each([
    ['/index?a=1&b=%2F', '/h5/index?a=1&b=%2F'],
    ['/?a=1', '/h5/index?a=1'],
    ['/detail/law/1', '/h5/detail/law/1'],
    ['/system/sign?year=2026', '/h5/system/sign?year=2026'],
    ['/login?redirect=%2Fsystem', '/h5/login?redirect=%2Fsystem'],
    ['//evil.example', '/h5/evil.example'],
  ])('a phone is redirected from %s to %s', async (path, target) => {
    const response = await open(path, phone)
    expect([response.status, response.headers.get('location')]).toEqual([302, target])
    expect(response.headers.get('vary')).toContain('User-Agent')
  })

  it.each([
    '/h5/index',
    '/verify',
    '/console',
    '/api/docs',
    '/api/client/first_page/v1/site_info',
    '/rss.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
    '/favicon.svg',
  ])('%s has no redirect', async (path) => {
    expect((await open(path, phone)).status).toBeLessThan(300)
  })

  it('desktops, and phones with the desktop cookie, are not redirected; the root leads to the home page', async () => {
    const desktop = { headers: { 'user-agent': iPhone, cookie: 'a=1; desktop=1' } }
    expect((await open('/index', desktop)).status).toBe(200)
    expect((await open('/index')).headers.get('vary')).toContain('User-Agent')
    expect((await open('/?a=1')).headers.get('location')).toBe('/index?a=1')
    expect((await open('/h5', phone)).headers.get('location')).toBe('/h5/index')
  })
})

describe('links between the phone and desktop versions', () => {
  const phone = { 'user-agent': iPhone }

  it('the page links to its other version, and the server sets and clears the cookie of this choice', async () => {
    const html = await read('/h5/list/law')
    const link = /href="(\/version\/desktop\?[^"]+)"/.exec(html)?.[1] ?? ''
    const chosen = await open(link, { headers: phone })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, '/list/law'])
    const cookie = chosen.headers.get('set-cookie') ?? ''
    expect(cookie).toBe('desktop=1; Path=/; Max-Age=2592000; SameSite=Lax')
    const desktop = await open('/list/law', { headers: { ...phone, cookie: 'desktop=1' } })
    expect(desktop.status).toBe(200)
    const back = /href="(\/version\/phone\?[^"]+)"/.exec(await desktop.text())?.[1] ?? ''
    const left = await open(back, { headers: { ...phone, cookie: 'desktop=1' } })
    expect(left.headers.get('location')).toBe('/h5/list/law')
    expect(left.headers.get('set-cookie')).toBe('desktop=; Path=/; Max-Age=0; SameSite=Lax')
  })

  it.each(['', '?to=', '?to=//evil.example', '?to=/%5Cevil.example', '?to=/a&to=/b', '?to=%00%0d%0a'])(
    'the version link never leads to another site: %s',
    async (query) => {
      const response = await open(`/version/desktop${query}`)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
    },
  )
})
