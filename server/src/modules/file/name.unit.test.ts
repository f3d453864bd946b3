import { expect, it } from 'vitest'
import { displayName } from './name.ts'

it.each([
  ['证明 材料.pdf', 'application/pdf', '证明 材料.pdf'],
  ['PHOTO.JPEG', 'image/jpeg', 'PHOTO.JPEG'],
  ['C:\\Users\\me\\头像.png', 'image/png', '头像.png'],
  ['../../etc/passwd', 'image/png', 'passwd.png'],
  ['run.exe', 'image/png', 'run.exe.png'],
  ['a.html', 'application/pdf', 'a.html.pdf'],
  ['a\u0000b\r\nc\u202egpj.png', 'image/png', 'abcgpj.png'],
  ['.png', 'image/png', 'png.png'],
  ['page.xhtml', 'text/html', 'page.xhtml'],
  ['', 'image/webp', '文件.webp'],
  ['\ud800', 'image/webp', '文件.webp'],
])('%j of %s is shown as %j', (given, mime, shown) => {
  expect(displayName(given, mime)).toBe(shown)
})

it('keeps 120 characters, four-byte ones whole, and the ending', () => {
  const name = displayName(`${'𬭊'.repeat(300)}.pdf`, 'application/pdf')
  expect([...name]).toHaveLength(120)
  expect(name).toMatch(/^𬭊+\.pdf$/u)
})
