import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginRedirectPath, redirectTarget } from './redirect.ts'

const origin = 'https://portal.example'
const target = (redirect: string) => redirectTarget(`?redirect=${encodeURIComponent(redirect)}`, origin)

describe('login redirects', () => {
  it('a login redirect contains the full path and the original query', () => {
    expect(loginRedirectPath('/system/orders', '')).toBe('/login?redirect=%2Fsystem%2Forders')
    const path = loginRedirectPath('/system/profile', '?activeName=2')
    expect(path).toBe('/login?redirect=%2Fsystem%2Fprofile%3FactiveName%3D2&activeName=2')
    expect(redirectTarget(path.slice(path.indexOf('?')), origin)).toBe('/system/profile?activeName=2')
  })

  it('a login redirect keeps the hash', () => {
    const path = loginRedirectPath('/system/profile', '?activeName=2', '#email')
    expect(path).toBe('/login?redirect=%2Fsystem%2Fprofile%3FactiveName%3D2%23email&activeName=2')
    const query = path.slice(path.indexOf('?'))
    expect(redirectTarget(query, origin)).toBe('/system/profile?activeName=2#email')
  })

  it('a redirect parameter in the original query does not replace that of the login', () => {
    const path = loginRedirectPath('/system/orders', '?redirect=//evil')
    expect(redirectTarget(path.slice(path.indexOf('?')), origin)).toBe('/system/orders?redirect=//evil')
  })

  it('a login redirect opens in the current shell, whichever shell wrote it', () => {
    expect(loginRedirectPath('/h5/system/orders', '')).toBe('/login?redirect=%2Fh5%2Fsystem%2Forders')
    expect(target('/h5/system/orders')).toBe('/system/orders')
    expect(target('/system/orders?state=PAID')).toBe('/system/orders?state=PAID')
    expect(target('/verify/ABC')).toBe('/verify/ABC')
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
  ])('a redirect to %j opens the dashboard or stays on this site', (redirect) => {
    const path = target(redirect)
    expect(new URL(path, origin).origin).toBe(origin)
    expect(path).not.toMatch(/^\/[/\\]|^(\/h5)?\/login/)
  })

  it.each(['%E0%A4%A', '%', '%2F%2Fevil.example'])('the malformed redirect %s opens the dashboard', (written) => {
    expect(redirectTarget(`?redirect=${written}`, origin)).toBe('/system/dashboard')
  })

  it('no redirect text can lead to another site', () => {
    const telling = fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%2f', '\t', 'evil.example')
    fc.assert(
      fc.property(fc.string({ unit: telling }), (text) => {
        expect(new URL(target(text), origin).origin).toBe(origin)
        expect(new URL(target(`/${text}`), origin).origin).toBe(origin)
      }),
    )
  })
})
