import { describe, expect, it } from 'vitest'
import type { CameraProblem } from './camera.ts'
import { cameraHelp, cameraPlace, cameraTitle } from './camera-text.ts'

const android =
  'Mozilla/5.0 (Linux; Android 13; PGT-AN10) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const wechat = ' MicroMessenger/8.0.49'

const problems = [...['none', 'refused', 'insecure', 'busy', 'enumeration-failed', 'failed', 'lost']] as CameraProblem[]
const phones = ['PHONE', 'IPHONE', 'WECHAT'] as const

describe('kinds of camera devices', () => {
  it.each([
    [windows, 'DESK'],
    [windows + wechat, 'DESK'],
    [android, 'PHONE'],
    [iphone, 'IPHONE'],
    [android + wechat, 'WECHAT'],
    [iphone + wechat, 'WECHAT'],
  ])('recognises the camera device of %s', (userAgent, place) => {
    expect(cameraPlace({ userAgent })).toBe(place)
  })

  it('an iPad that claims to be a Mac gets no advice about USB plugs', () => {
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15'
    expect(cameraPlace({ userAgent, maxTouchPoints: 5 })).toBe('IPHONE')
    expect(cameraPlace({ userAgent, maxTouchPoints: 0 })).toBe('DESK')
  })
})

describe('camera advice', () => {
  it('camera advice on a phone mentions no computer parts', () => {
    for (const place of phones)
      for (const problem of problems)
        expect(cameraTitle(problem, place) + cameraHelp(problem, place, '重新检查')).not.toMatch(
          /USB|Windows|台式|笔记本|电脑|插|遮挡片|程序|地址栏|安全软件|360/,
        )
  })

  it.each<[CameraProblem, RegExp, RegExp, RegExp]>([
    ['refused', /地址栏.*Windows/, /网站设置.*权限/, /微信 › 权限.*在浏览器打开/],
    ['busy', /钉钉.*程序/, /通话.*应用/, /微信里的.*通话/],
    ['insecure', /Edge/, /https:.*手机自带的浏览器/, /^请点微信右上角.*在浏览器打开/],
    ['lost', /重新接好/, /转动手机.*竖着/, /转动手机.*竖着/],
  ])(
    'the advice for the camera problem %s differs on desktop, on a phone and in WeChat',
    (problem, desk, phone, inWechat) => {
      expect(cameraHelp(problem, 'DESK', '重新检查')).toMatch(desk)
      expect(cameraHelp(problem, 'PHONE', '重新检查')).toMatch(phone)
      expect(cameraHelp(problem, 'WECHAT', '重新检查')).toMatch(inWechat)
    },
  )

  it('each camera problem on a desktop has its own title', () => {
    expect(problems.map((problem) => cameraTitle(problem, 'DESK'))).toEqual([
      ...['没有找到摄像头', '摄像头没有获得授权', '当前页面不能使用摄像头', '摄像头正被其他程序占用'],
      ...['无法读取本机的摄像头列表', '摄像头打不开', '摄像头已断开'],
    ])
  })

  it('camera advice ends with the name of the retry button', () => {
    for (const place of ['DESK', ...phones] as const)
      for (const problem of problems)
        expect(cameraHelp(problem, place, '再做一次')).toMatch(/[^。，]，然后点“再做一次”。$/)
  })
})
