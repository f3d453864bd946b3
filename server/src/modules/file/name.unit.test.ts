import { expect, it } from 'vitest'
import { safeFileName } from './name.ts'

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
])('the file name %j of type %s becomes %j', (given, mime, shown) => {
  expect(safeFileName(given, mime)).toBe(shown)
})

it('a file name is cut to 120 characters without splitting emoji or losing the extension', () => {
  const name = safeFileName(`${'𬭊'.repeat(300)}.pdf`, 'application/pdf')
  expect([...name]).toHaveLength(120)
  expect(name).toMatch(/^𬭊+\.pdf$/u)
})
