import { expect, it } from 'vitest'
import { canPayInWechat, isInWechat } from './in-browser.ts'

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50', true],
  ['Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', false],
])('%s is recognised as WeChat: %s', (userAgent, expected) => {
  expect(isInWechat(userAgent)).toBe(expected)
})

it.each([
  ['Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN', true],
  ['Mobile Safari/537.36 wxwork/4.1.30 MicroMessenger/7.0.1', false],
  ['MicroMessenger/8.0.50 MiniProgramEnv/android miniProgram/wx0123456789abcdef', false],
  ['Chrome/130.0 Mobile Safari/537.36', false],
])('%s can pay in WeChat: %s', (userAgent, expected) => {
  expect(canPayInWechat(userAgent)).toBe(expected)
})
