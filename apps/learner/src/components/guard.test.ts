import { afterEach, expect, it, vi } from 'vitest'
import { requireSession } from './guard.ts'

afterEach(() => vi.unstubAllGlobals())

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

it('redirects a signed-out visitor to the login and keeps the hash of the requested page', () => {
  expect(sentTo('/system/profile?activeName=2', '/system/profile?activeName=2#email')).toBe(
    '/login?redirect=%2Fsystem%2Fprofile%3FactiveName%3D2%23email&activeName=2',
  )
})

it('does not copy the hash of another page into the login redirect', () => {
  expect(sentTo('/system/orders', '/guide#top')).toBe('/login?redirect=%2Fsystem%2Forders')
  expect(sentTo('/system/orders', '/system/orders?state=PAID#top')).toBe('/login?redirect=%2Fsystem%2Forders')
})
