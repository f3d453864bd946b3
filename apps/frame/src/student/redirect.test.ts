import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentPathsAt } from './paths.ts'
import { loginPath, redirectTarget } from './redirect.ts'

const origin = 'https://portal.example'
const paths = studentPathsAt('')
const phone = studentPathsAt('/h5')
const target = (redirect: string) =>
  redirectTarget(`?redirect=${encodeURIComponent(redirect)}`, origin, paths)

describe('to the login page and back', () => {
  it('carries the full path and the original query (product §4 Texts)', () => {
    expect(loginPath('/system/orders', '')).toBe('/login?redirect=%2Fsystem%2Forders')
    const path = loginPath('/system/profile', '?activeName=2')
    expect(path).toBe('/login?redirect=%2Fsystem%2Fprofile%3FactiveName%3D2&activeName=2')
    expect(redirectTarget(path.slice(path.indexOf('?')), origin, paths)).toBe(
      '/system/profile?activeName=2',
    )
  })

  it('keeps the part of the page that was meant', () => {
    const path = loginPath('/system/profile', '?activeName=2', '#email')
    expect(path).toBe('/login?redirect=%2Fsystem%2Fprofile%3FactiveName%3D2%23email&activeName=2')
    const query = path.slice(path.indexOf('?'))
    expect(redirectTarget(query, origin, paths)).toBe('/system/profile?activeName=2#email')
    expect(redirectTarget(query, origin, phone)).toMatch(/^\/h5\/.*#email$/)
  })

  it('is not led astray by a redirect in the original query', () => {
    const path = loginPath('/system/orders', '?redirect=//evil')
    expect(redirectTarget(path.slice(path.indexOf('?')), origin, paths)).toBe(
      '/system/orders?redirect=//evil',
    )
  })

  it('keeps a phone on its own pages', () => {
    expect(loginPath('/h5/system/orders', '')).toBe('/h5/login?redirect=%2Fh5%2Fsystem%2Forders')
    const back = (redirect: string) =>
      redirectTarget(`?redirect=${encodeURIComponent(redirect)}`, origin, phone)
    expect(back('/h5/system/orders')).toBe('/h5/system/orders')
    expect(back('/system/orders?state=PAID')).toBe('/h5/system/orders?state=PAID')
    expect(back('/verify/ABC')).toBe('/verify/ABC')
    expect(back('')).toBe('/h5/system/dashboard')
  })

  it.each([
    '',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    'https://evil.example',
    'https:evil',
    'javascript:alert(1)',
    'system/orders',
    '/login',
    '/login?redirect=/login',
    '/register',
    '/h5/login',
    '/a/..//evil.example/',
  ])('sends %j to the dashboard or keeps it here', (redirect) => {
    const path = target(redirect)
    expect(new URL(path, origin).origin).toBe(origin)
    expect(path).not.toMatch(/^\/[/\\]|^(\/h5)?\/login/)
  })

  it.each(['%E0%A4%A', '%', '%2F%2Fevil.example'])('%s, written so, ends there too', (written) => {
    expect(redirectTarget(`?redirect=${written}`, origin, paths)).toBe('/system/dashboard')
  })

  it('whatever is asked for, it stays on this site', () => {
    const telling = fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%2f', '\t', 'evil.example')
    fc.assert(
      fc.property(fc.string({ unit: telling }), (text) => {
        expect(new URL(target(text), origin).origin).toBe(origin)
        expect(new URL(target(`/${text}`), origin).origin).toBe(origin)
      }),
    )
  })
})
