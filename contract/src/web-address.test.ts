import { describe, expect, it } from 'vitest'
import { toAsciiAddress, toDisplayedAddress } from './rules/web-address.ts'

const typedAddresses = ['http://药监局.中国/通知?a=1#b', 'https://www.执业药师.com:8443/', 'https://药店app.cn/x']

describe('addresses with a Chinese host', () => {
  it.each(typedAddresses)('the address %s is stored in ASCII and shown as typed', (typed) => {
    const kept = toAsciiAddress(typed)
    expect(kept).toMatch(/^https?:\/\/[\x21-\x7e]*xn--/)
    expect(new URL(kept).href).toBe(new URL(typed).href)
    expect(kept.slice(kept.indexOf('/', 8))).toBe(typed.slice(typed.indexOf('/', 8)))
    expect(toDisplayedAddress(kept)).toBe(typed)
    expect(toAsciiAddress(kept)).toBe(kept)
  })

  it('accepts dots typed with a Chinese keyboard', () => {
    expect(toAsciiAddress('https://药监局。中国/')).toBe(toAsciiAddress('https://药监局.中国/'))
  })

  it.each([
    ['letters of another script that pass for Latin', 'https://аррӏе.com/'],
    ['Greek', 'https://ελληνικά.gr/'],
    ['Korean', 'https://한국.kr/'],
    ['one Cyrillic letter among Latin ones', 'https://nmpа.gov.cn/'],
    ['a stroke that passes for a slash', 'https://nmpa.gov.cn丿通知.evil.cn/'],
    ['a Chinese one that passes for a hyphen among Latin letters', 'https://e一bank.cn/'],
    ['letters that pass for Han', 'https://ニ药.cn/'],
  ])('the host of an address is shown in xn-- form for %s', (_what, typed) => {
    const kept = toAsciiAddress(typed)
    expect(kept).toContain('xn--')
    expect(toDisplayedAddress(kept)).toBe(kept)
  })

  it('leaves all other addresses unchanged', () => {
    for (const address of [
      'https://example.com/?q=中文',
      'HTTPS://Example.com',
      '/detail/news/1',
      'https://药@evil.example/',
      'https://xn--',
      'https://xn--a-ecp.ru/',
      'https://xn--99999999999.cn/',
      'http://[::1',
      '',
    ]) {
      expect(toAsciiAddress(address)).toBe(address)
      expect(toDisplayedAddress(address)).toBe(address)
    }
  })

  it('converts any address text in limited time', () => {
    const labels = ['xn--', 'a'.repeat(60), '9'.repeat(60), 'xn--'.repeat(15), '-'.repeat(60)]
    for (const one of labels)
      for (const other of labels) expect(toDisplayedAddress(`https://xn--${one}${other}.cn/`)).toMatch(/^https:\/\//)
  })
})
