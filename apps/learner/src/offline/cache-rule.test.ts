import { describe, expect, test } from 'vitest'
import {
  cacheEntriesToDelete,
  cacheStrategyOf,
  isCacheableResponse,
  isOfflineScreen,
  supportsNavigationPreload,
} from './cache-rule.ts'

const origin = 'https://ce.example'

const asked = (path: string, change: { method?: string; mode?: string; headers?: object } = {}) => ({
  method: 'GET',
  mode: 'cors',
  url: path.startsWith('http') ? path : origin + path,
  ...change,
  headers: new Headers({ ...change.headers }),
})

const answered = (change: { status?: number; type?: string; headers?: object } = {}) => ({
  status: 200,
  type: 'basic',
  ...change,
  headers: new Headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    ...change.headers,
  }),
})

describe('requests that the service worker handles', () => {
  test.each([
    '/assets/index-B3x_k9-Q.js',
    '/assets/ProofScreen-aaaaaaaa.css',
    '/assets/site-00000000.js',
    '/assets/cover-abcdEF12.webp',
  ])('the service worker caches the build file %s', (path) => {
    expect(cacheStrategyOf(asked(path), origin)).toBe('file')
  })

  test.each([
    '/api/client/student/v1/profile',
    '/api/client/certification_grant/v1/info?id=1',
    '/files/avatars/1?s=abc',
    '/files/proofs/1.pdf',
    '/api/h5/assets/index-B3x_k9-Q.js',
    '/assets/index-B3x_k9-Q.js?id=1',
    '/assets/../../files/proof-aaaaaaaa.png',
    '/assets/proof-aaaaaaaa.pdf',
    '/assets/data-aaaaaaaa.json',
    '/assets/index.js',
    '/h5/manifest.webmanifest',
    '/h5/sw.js',
    '/verify/ABCD1234',
    'https://elsewhere.example/assets/index-B3x_k9-Q.js',
  ])('the service worker leaves %s to the network', (path) => {
    expect(cacheStrategyOf(asked(path), origin)).toBe('network')
  })

  test.each([
    { method: 'POST' },
    { method: 'HEAD' },
    { headers: { range: 'bytes=0-99' } },
    { headers: { authorization: 'Bearer x' } },
  ])('the service worker leaves a build file requested with %o to the network', (change) => {
    expect(cacheStrategyOf(asked('/assets/index-B3x_k9-Q.js', change), origin)).toBe('network')
  })

  test.each([
    ['/h5', 'screen'],
    ['/h5/system/dashboard', 'screen'],
    ['/h5/grant/detail?id=1', 'screen'],
    ['/h5x/system', 'network'],
    ['/system/dashboard', 'network'],
    ['/files/proofs/1.pdf', 'network'],
    // Opening a build file as a page counts as a document.
    ['/h5/assets/index-B3x_k9-Q.js', 'screen'],
  ] as const)('the service worker handles a navigation to %s as %s', (path, handling) => {
    expect(cacheStrategyOf(asked(path, { mode: 'navigate' }), origin)).toBe(handling)
  })

  test('the service worker leaves a form submission to the network', () => {
    const sent = asked('/h5/login', { method: 'POST', mode: 'navigate' })
    expect(cacheStrategyOf(sent, origin)).toBe('network')
  })
})

test('only proof screens open offline', () => {
  expect(['/h5/system/grant', '/h5/grant/detail'].map(isOfflineScreen)).toEqual([true, true])
  const others = ['/h5/system/orders', '/h5/grant/detail/x', '/grant/detail', '/h5/login']
  expect(others.filter(isOfflineScreen)).toEqual([])
})

describe('responses that the service worker stores', () => {
  test('the service worker stores a complete file that is public and immutable', () => {
    expect(isCacheableResponse(answered())).toBe(true)
    expect(isCacheableResponse(answered({ headers: { 'content-type': 'image/png' } }))).toBe(true)
  })

  test.each([
    { status: 206 },
    { status: 404 },
    { status: 500 },
    { type: 'opaque' },
    { type: 'cors' },
    { headers: { 'cache-control': 'no-store' } },
    { headers: { 'cache-control': 'private, immutable' } },
    { headers: { 'cache-control': 'public, max-age=3600' } },
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
    { headers: { 'content-type': 'application/pdf' } },
  ])('the service worker does not store a response with %o', (change) => {
    expect(isCacheableResponse(answered(change))).toBe(false)
  })
})

test('a full cache drops its oldest files, but never files of the current build', () => {
  const build = ['/assets/a-00000000.js', '/assets/b-00000000.js']
  const others = ['/assets/c-00000000.js', '/assets/d-00000000.js', '/assets/e-00000000.js']
  const kept = [...build, ...others].map((path) => origin + path)
  expect(cacheEntriesToDelete(kept, { build, most: 5 })).toEqual([])
  expect(cacheEntriesToDelete(kept, { build, most: 3 })).toEqual(kept.slice(2, 4))
  expect(cacheEntriesToDelete(kept, { build, most: 1 })).toEqual(kept.slice(2))
})

test('Safari preloads documents during a navigation, Firefox does not', () => {
  const like = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
  expect(supportsNavigationPreload(`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${like}`)).toBe(true)
  expect(supportsNavigationPreload('Mozilla/5.0 (Android 14; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0')).toBe(false)
})
