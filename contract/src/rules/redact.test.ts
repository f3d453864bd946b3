import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactMessage, redactRoute, redactSource, redactStack, redactText } from './redact.ts'

describe('removing personal data from error reports', () => {
  it.each([
    ['phone 13800138000 failed', 'phone … failed'],
    ['phone 138 0013 8000 or 138-0013-8000', 'phone … or …'],
    ['full-width １３８００１３８０００', 'full-width …'],
    ['ID 11010519491231002X', 'ID …'],
    ['certificate 44a1234567', 'certificate 44a…'],
    ['write to zhang.san@example.cn now', 'write to … now'],
    ['学员张三没有报名', '…'],
    ['Cannot read 欧阳·买买提 of null', 'Cannot read … of null'],
    ['at /x?name=%E5%BC%A0%E4%B8%89', 'at /x'],
    ['path /people/%E5%BC%A0%E4%B8%89/edit', 'path /people/…/edit'],
    ['text \\u5f20\\u4e09', 'text …'],
    ['GET /files/private/a?sign=abc&until=9', 'GET /files/private/a'],
    ['https://portal.example/verify#code=CE2026ABC', 'https://portal.example/verify'],
    ['row 7b0f0a52-9d5e-4c1b-8a53-0e3f4d9ab001', 'row …'],
    ['Authorization: Qm9keUd1YXJkVG9rZW4', '…'],
    ['token=abc', '…'],
    ['JSON Parse error: Unexpected identifier "Zhang"', 'JSON Parse error: Unexpected identifier …'],
    ['key k9Jd8sLq2mN4bV7cX1zQ5wE8rT', 'key …'],
    [`Unexpected token 'Z', "{"name":"Zhang San"..." is not valid JSON`, `Unexpected token 'Z', … is not valid JSON`],
    [`"Zhang San" is not valid JSON`, '… is not valid JSON'],
    ['image data:image/png;base64,iVBORw0KGgo=', 'image data:'],
  ])('removes personal data: %s', (said, left) => {
    expect(redactMessage(said)).toBe(left)
  })

  it.each([
    "Cannot read properties of undefined (reading 'lessons')",
    'Minified React error see /docs',
    'Failed to fetch dynamically imported module: /assets/StudentLedgerSection-DxK8s9Qq.js',
    'timeout of 60000 ms',
  ])('keeps the description of the error: %s', (said) => {
    expect(redactMessage(said)).toBe(said)
  })

  it('keeps script positions in a stack trace, without origin and query', () => {
    expect(
      redactStack(
        'TypeError: no 13800138000\n    at f (https://portal.example/assets/main-Bk1x.js?v=1:1:1234567)\n    at https://portal.example/console/assets/a-b.js:3:9',
      ),
    ).toBe('TypeError: no …\n at f (/assets/main-Bk1x.js:1:1234567)\n at /console/assets/a-b.js:3:9')
  })

  it('cuts a stack trace at 2 KB, at the end of a line', () => {
    const cut = redactStack('at step (/assets/a.js:1:1)\n'.repeat(500))
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(2048)
    expect(cut.endsWith('/assets/a.js:1:1)')).toBe(true)
  })

  it.each([
    ['https://portal.example/assets/index-D1.js?t=1', '/assets/index-D1.js'],
    ['/h5/assets/13800138000.js', '/h5/assets/…'],
    ['https://portal.example/system/orders/2026112812345', ''],
    ['', ''],
  ])('keeps a script but not a page as the source of an error: %s', (address, source) => {
    expect(redactSource(address)).toBe(source)
  })

  it.each([
    ['/system/my-courses/:signId/:id', '/system/my-courses/:signId/:id'],
    ['/console/staff', '/console/staff'],
    ['/h5/index', '/h5/index'],
    ['/a/13800138000?x=1', '/a/:id'],
    ['/a/张三/7b0f0a52-9d5e-4c1b-8a53-0e3f4d9ab001', '/a/:id/:id'],
    ['/console/*', '/console/*'],
  ])('names a route by its pattern: %s', (route, shown) => {
    expect(redactRoute(route)).toBe(shown)
  })

  it('removes personal data quickly from any input', () => {
    for (const piece of ['a', 'a-', '1 ', '张·', '/', 'a@', ', "', '%E5', '\\u5f20', '?', 'token=', '/a.js:1'])
      for (const end of ['', '@', '"', '!']) {
        const began = process.threadCpuUsage()
        redactStack(piece.repeat(10_000) + end)
        const { user, system } = process.threadCpuUsage(began)
        expect([piece, user + system < 500_000]).toEqual([piece, true])
      }
  })

  it('removes six-digit numbers, addresses and Chinese text, and is idempotent', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^\d{6,18}X?$/),
      fc.constantFrom('张三', 'a@b.cn', '/x?token=1', '"', "'", '(', '/assets/a.js:1:2', '%E5%BC%A0'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactText(pieces.join(' '))
        expect(once.replaceAll(/\.(?:m?js|tsx?|jsx)(?::\d+){1,2}/g, '')).not.toMatch(/\d{6}|张|a@b|token=/)
        expect(redactText(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})
