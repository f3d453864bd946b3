import { expect, test } from 'vitest'
import { pageOf } from './page-paths.ts'

test.each([
  ['/index', '?utm_source=x', '/index'],
  ['/index/', '', '/index'],
  ['/h5/index', '', '/h5/index'],
  ['/list/notice', '?page=2&x=1&keyword=%E8%8D%AF', '/list/notice?keyword=%E8%8D%AF&page=2'],
  ['/list/notice', '?page=&keyword=', '/list/notice'],
  ['/detail/law/1', '?page=2', '/detail/law/1'],
  ['/search', '?page=2&page=3&keyword=a', '/search?keyword=a&page=2'],
  ['/h5/system/my-courses/1', '', '/h5/system/my-courses/1'],
  ['/nothing', '?a=b', '/notfound'],
  ['/h5/nothing', '', '/h5/notfound'],
  ['/Index', '', '/notfound'],
  [`/list/${'x'.repeat(400)}`, '', '/notfound'],
  ['//index', '', '/notfound'],
  ['/detail/law/1/2', '', '/notfound'],
])('%s%s is rendered as %s', (path, search, target) => {
  expect(pageOf(path, search)).toEqual({ kind: 'site', target })
})

test('the root moves to the home page, with its query', () => {
  expect(pageOf('/', '?a=1')).toEqual({ kind: 'moved', to: '/index?a=1' })
  expect(pageOf('/h5', '')).toEqual({ kind: 'moved', to: '/h5/index' })
  expect(pageOf('/h5/', '')).toEqual({ kind: 'moved', to: '/h5/index' })
})

test.each(['/login', '/system', '/system/my-courses/1/2', '/verify/ABC', '/system/profile/'])(
  '%s is the browser’s',
  (path) => {
    expect(pageOf(path, '?a=1')).toEqual({ kind: 'browser' })
  },
)
