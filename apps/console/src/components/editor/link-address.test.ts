import { describe, expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

describe('the address of a link', () => {
  it.each([
    ['https://www.nmpa.gov.cn/a?b=1#c', 'https://www.nmpa.gov.cn/a?b=1#c'],
    ['www.nmpa.gov.cn/通知', 'https://www.nmpa.gov.cn/通知'],
    [' /list/notice ', '/list/notice'],
    ['#第一章', '#第一章'],
    ['mailto:a@b.cn', 'mailto:a@b.cn'],
    ['tel:025-12345678', 'tel:025-12345678'],
  ])('%s is taken', (typed, href) => {
    expect(linkAddress(typed)).toEqual({ href })
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '不是链接',
    '',
  ])('%s is refused', (typed) => {
    expect(linkAddress(typed)).toHaveProperty('problem')
  })
})
