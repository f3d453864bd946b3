import { afterEach, expect, it, vi } from 'vitest'
import { requireSession } from './guard.ts'

afterEach(() => vi.unstubAllGlobals())

/** where a visitor is sent who asks for a path while the browser shows an address */
function sentTo(path: string, shown: string): string | null {
  const { pathname, search, hash } = new URL(shown, 'https://portal.example')
  vi.stubGlobal('location', { pathname, search, hash })
  try {
    requireSession({ request: new Request(new URL(path, 'https://portal.example')) })
  } catch (answer) {
    if (answer instanceof Response) return answer.headers.get('location')
  }
  return null
}

it('sends to the login with the part of the page that the address names', () => {
  expect(sentTo('/system/profile?activeName=2', '/system/profile?activeName=2#email')).toBe(
    '/login?redirect=%2Fsystem%2Fprofile%3FactiveName%3D2%23email&activeName=2',
  )
})

it('takes no other page’s hash along', () => {
  expect(sentTo('/system/orders', '/guide#top')).toBe('/login?redirect=%2Fsystem%2Forders')
  expect(sentTo('/system/orders', '/system/orders?state=PAID#top')).toBe(
    '/login?redirect=%2Fsystem%2Forders',
  )
})
