import { expect, test } from 'vitest'
import { pageCachePolicyOf, pageKindOf } from './page-paths.ts'

test.each([
  ['/index', '?utm_source=x', '/index'],
  ['/index/', '', '/index'],
  ['/h5/index', '', '/h5/index'],
  ['/list/notice', '?page=2&x=1&keyword=%E8%8D%AF', '/list/notice?keyword=%E8%8D%AF&page=2'],
  ['/list/notice', '?page=&keyword=', '/list/notice'],
  ['/list/notice', '?page=1&category=law', '/list/notice'],
  ['/list/notice', '?page=-1', '/list/notice'],
  ['/list/notice', '?page=2e0&keyword=%20', '/list/notice'],
  // Other spellings of an address must not become pages of their own.
  ['/list/n%6ftice', '', '/list/-'],
  ['/h5/detail/law/5F1C', '', '/h5/detail/law/-'],
  ['/detail/l%61w/%31', '', '/detail/-/-'],
  ['/courses', '?year=2026&page=2&x=1&subject=PUBLIC', '/courses?page=2&subject=PUBLIC&year=2026'],
  ['/h5/courses/2026/0f8f-1', '?year=2025', '/h5/courses/2026/0f8f-1'],
  ['/courses/26/0f8f-1', '', '/courses/-/-'],
  ['/courses/2026/0F8F', '', '/courses/-/-'],
  ['/courses/2026', '', '/notfound'],
  ['/verify', '?code=AB&name=x', '/verify?code=AB'],
  ['/verify/ABC', '?a=b', '/verify/ABC'],
  ['/detail/law/1', '?page=2', '/detail/law/1'],
  ['/search', '?page=2&page=3&keyword=a', '/search?keyword=a&page=2'],
  ['/error', '', '/error'],
  ['/h5/error', '?a=b', '/h5/error'],
  ['/nothing', '?a=b', '/notfound'],
  ['/h5/nothing', '', '/h5/notfound'],
  ['/Index', '', '/notfound'],
  [`/list/${'x'.repeat(400)}`, '', '/list/-'],
  [`/verify/${'x'.repeat(400)}`, '', '/notfound'],
  ['//index', '', '/notfound'],
  ['/detail/law/1/2', '', '/notfound'],
])('the address %s%s is rendered as %s', (path, search, target) => {
  expect(pageKindOf(path, search)).toEqual({ kind: 'site', target })
})

test('redirects the root of the site to the home page and keeps the query', () => {
  expect(pageKindOf('/', '?a=1')).toEqual({ kind: 'moved', to: '/index?a=1' })
  expect(pageKindOf('/h5', '')).toEqual({ kind: 'moved', to: '/h5/index' })
  expect(pageKindOf('/h5/', '')).toEqual({ kind: 'moved', to: '/h5/index' })
})

test.each([
  ['/index', 'bounded'],
  ['/h5/detail/law/1', 'bounded'],
  ['/courses/2026/0f8f-1', 'bounded'],
  ['/courses?year=2026', 'endless'],
  ['/list/notice?page=2', 'endless'],
  ['/search?keyword=a', 'endless'],
  ['/verify/ABC', 'never'],
])('the page %s is cached as %s', (target, keeping) => {
  expect(pageCachePolicyOf(target)).toBe(keeping)
})

test.each([
  ['/login', '/login'],
  ['/system', '/system'],
  ['/system/my-courses/1/2', '/system/my-courses/-/-'],
  ['/system/my-courses/1/2/record', '/system/my-courses/-/-/record'],
  ['/system/profile/', '/system/profile'],
  ['/h5/register/', '/h5/register'],
  ['/h5/exam/1/2', '/h5/exam/-/-'],
])('renders the private page %s as %s for everybody', (path, target) => {
  expect(pageKindOf(path, '?a=1')).toEqual({ kind: 'site', target })
})

test.each([
  ...['/h5/loginx', '/h5/systems', '/h5/h5/login', '/h5/system/nothing', '/h5/system/dashboard/1'],
  ...['/h5/exam/1', '/h5/grant'],
])('%s is not a page of the phone version', (path) => {
  expect(pageKindOf(path, '')).toEqual({ kind: 'site', target: '/h5/notfound' })
})

test('public pages also have an address in the phone version', () => {
  expect(pageKindOf('/h5/verify/ABC', '?a=b')).toEqual({ kind: 'site', target: '/h5/verify/ABC' })
  expect(pageKindOf('/h5/ledger', '?page=2')).toEqual({ kind: 'site', target: '/h5/ledger?page=2' })
})
