import { expect, test } from 'vitest'
import { desktopPathOf, isMobile, phoneRedirectOf, versionSwitchLink, versionSwitchTarget } from './mobile.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

test.each([
  iPhone,
  'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/132.0 Safari/537.36 ArkWeb/6.0 Mobile',
  'Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/132.0 Safari/537.36 ArkWeb/6.0',
  'Mozilla/5.0 (Linux; Android 10; HarmonyOS; TET-AN10) AppleWebKit/537.36 MicroMessenger/8.0',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html) Mobile',
  'Mozilla/5.0 (Series40; Nokia311/03.81; Profile/MIDP-2.1 Configuration/CLDC-1.1) Gecko/20100401 S40OviBrowser/2.2.0.0.31',
  'Nokia6230i/2.0 (03.25) Profile/MIDP-2.0 Configuration/CLDC-1.1',
  'Mozilla/5.0 (SymbianOS/9.4; Series60/5.0 Nokia5800d-1/60.0.003) AppleWebKit/533.4 (KHTML, like Gecko) BrowserNG/7.3.1.33',
  'UCWEB/2.0 (Java; U; MIDP-2.0; zh-CN; NokiaC3-00) U2/1.0.0 UCBrowser/9.4.1.377 U2/1.0.0',
  'SAMSUNG-GT-S5620/S5620XEJE1 Profile/MIDP-2.1 Configuration/CLDC-1.1 SLP-WebKit',
  'Opera/9.80 (Android 4.1; Linux; Opera Tablet/ADR-1301) Presto/2.11.355 Version/12.10',
  'Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11)',
  'Mozilla/5.0 (Tablet; rv:68.0) Gecko/68.0 Firefox/68.0',
])('is recognised as a phone or tablet: %s', (userAgent) => {
  expect(isMobile({ userAgent })).toBe(true)
})

test.each([
  '',
  mac,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 MicroMessenger/7.0.20 WindowsWechat',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; Tablet PC 2.0)',
  'Mozilla/5.0 (PC; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/132.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
])('is not recognised as a phone: %s', (userAgent) => {
  expect(isMobile({ userAgent })).toBe(false)
})

test('an iPad that claims to be a Mac is recognised by its touch points', () => {
  expect(isMobile({ userAgent: mac, maxTouchPoints: 5 })).toBe(true)
  expect(isMobile({ userAgent: mac, maxTouchPoints: 1 })).toBe(false)
})

const phone = { userAgent: iPhone, cookie: '' }

test.each([
  ['/', '?a=1', '/h5/index?a=1'],
  ['/index', '?a=1&b=%2F', '/h5/index?a=1&b=%2F'],
  ['/list/notice', '?page=2', '/h5/list/notice?page=2'],
  ['/system/my-courses/1/2', '', '/h5/system/my-courses/1/2'],
  ['/login', '?redirect=%2Fsystem', '/h5/login?redirect=%2Fsystem'],
  ['/verifyx', '', '/h5/verifyx'],
  ['//evil.example/a', '', '/h5/evil.example/a'],
])('a phone is redirected from %s%s to %s', (path, search, target) => {
  expect(phoneRedirectOf(path, search, phone)).toBe(target)
})

test.each([
  '/h5',
  '/h5/index',
  '/api/docs',
  '/api/client/first_page/v1/search',
  '/assets/a.js',
  '/files/public/1',
  '/verify',
  '/verify/ABCD',
  '/cashier/1',
  '/console',
  '/console/posters',
  '/rss.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
])('%s has no redirect', (path) => {
  expect(phoneRedirectOf(path, '', phone)).toBeNull()
})

test('a visitor who chose the desktop version keeps it', () => {
  expect(phoneRedirectOf('/index', '', { ...phone, cookie: 'a=b; desktop=1' })).toBeNull()
  for (const cookie of ['desktop=0', 'xdesktop=1', 'desktop=11', 'a=desktop=1'])
    expect(phoneRedirectOf('/index', '', { ...phone, cookie })).toBe('/h5/index')
})

test('phone paths convert back to desktop paths', () => {
  expect(desktopPathOf('/h5')).toBe('/')
  expect(desktopPathOf('/h5/list/law')).toBe('/list/law')
  expect(desktopPathOf('/h5//evil.example')).toBe('/evil.example')
  expect(desktopPathOf('/h5x')).toBe('/h5x')
})

test.each([
  ['/index', '', '/index', '/h5/index'],
  ['/h5/list/law', '?page=2&keyword=%E8%8D%AF', '/list/law?page=2&keyword=%E8%8D%AF', undefined],
  ['/verify/ABC', '', '/verify/ABC', '/verify/ABC'],
])('the link to the other version of %s%s leads to the same page', (pathname, search, desktop, phone) => {
  for (const version of ['desktop', 'phone'] as const) {
    const to = new URL(versionSwitchLink(version, pathname, search), 'http://a').searchParams.get('to')
    expect(versionSwitchTarget(version, to ?? '')).toBe(version === 'desktop' ? desktop : (phone ?? pathname + search))
  }
})

test.each([
  '',
  '//evil.example/a',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/a',
  'javascript:alert(1)',
  '/h5//evil.example',
  '/\t/evil.example',
  '/a\r\nset-cookie: x=1',
  'http://',
])('a version link with the target %j stays on this site', (to) => {
  for (const version of ['desktop', 'phone'] as const) {
    const target = versionSwitchTarget(version, to)
    expect(target).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
    expect(new URL(target, 'https://a.example').origin).toBe('https://a.example')
  }
})
