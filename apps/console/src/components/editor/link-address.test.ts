import { describe, expect, it } from 'vitest'
import { parseLinkAddress } from './link-address.ts'

describe('link addresses in the editor', () => {
  it.each([
    ['https://www.nmpa.gov.cn/a?b=1#c', 'https://www.nmpa.gov.cn/a?b=1#c'],
    ['www.nmpa.gov.cn/通知', 'https://www.nmpa.gov.cn/通知'],
    [' /list/notice ', '/list/notice'],
    ['#第一章', '#第一章'],
    ['mailto:a@b.cn', 'mailto:a@b.cn'],
    ['tel:025-12345678', 'tel:025-12345678'],
  ])('the link address %s is accepted', (typed, href) => {
    expect(parseLinkAddress(typed)).toEqual({ href })
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
  ])('the link address %s is refused', (typed) => {
    expect(parseLinkAddress(typed)).toHaveProperty('problem')
  })
})
