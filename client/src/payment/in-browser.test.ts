import { expect, it } from 'vitest'
import { isInWechat } from './in-browser.ts'

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50',
    true,
  ],
  ['Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', false],
])('%s is WeChat: %s', (userAgent, expected) => {
  expect(isInWechat(userAgent)).toBe(expected)
})
