import { describe, expect, it } from 'vitest'
import { pictureRules, preparePicture, UnusablePicture } from './prepare-picture.ts'

const heads = {
  jpeg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  heic: '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  webp: 'RIFF\x20\0\0\0WEBPVP8 ',
  tiff: 'II*\0\x08\0\0\0',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  film: '\0\0\0\x10ftypisom\0\0\0\0',
  pdf: '%PDF-1.7',
  zip: 'PK\x03\x04',
}

const fileOf = (kind: keyof typeof heads, name: string, size = 100) =>
  new File([Uint8Array.from(heads[kind].padEnd(size, ' '), (letter) => letter.charCodeAt(0))], name)
const draws = async () => new Blob(['drawn'])
const drawsLarge = async () => new Blob(['drawn'.repeat(9)])
const drawsNothing = async () => null

type Purpose = keyof typeof pictureRules
const prepared = (purpose: Purpose, file: File, draw: typeof draws | typeof drawsNothing = draws) =>
  preparePicture(file, pictureRules[purpose], draw).then(
    ({ name }) => name,
    (error: unknown) => (error instanceof UnusablePicture ? error.message : 'another error'),
  )

describe('preparing a picture', () => {
  it.each([
    ['AVATAR', 'heic', 'IMG_0001.HEIC', 'IMG_0001.jpg'],
    ['AVATAR', 'heic', 'IMG_0001.jpg', 'IMG_0001.jpg'],
    ['EVIDENCE', 'heic', '证书.heic', '证书.jpg'],
    ['EVIDENCE', 'webp', '证书.webp', '证书.jpg'],
    ['EVIDENCE', 'tiff', '扫描.tif', '扫描.jpg'],
    ['PICTURE', 'heic', '封面.heic', '封面.jpg'],
    ['ATTACHMENT', 'heic', '附件.pdf', '附件.jpg'],
  ] as const)('%s: %s called %s is sent as %s', async (purpose, kind, name, expected) => {
    expect(await prepared(purpose, fileOf(kind, name))).toBe(expected)
  })

  it.each([
    ['EVIDENCE', 'png', '照片.jpg'],
    ['EVIDENCE', 'png', '照片.heic'],
    ['EVIDENCE', 'pdf', '论文.docx'],
    ['PICTURE', 'webp', '封面.png'],
    ['ATTACHMENT', 'zip', '附件.docx'],
    ['ATTACHMENT', 'jpeg', '附件'],
  ] as const)('%s: %s called %s is sent unchanged', async (purpose, kind, name) => {
    const file = fileOf(kind, name)
    expect(await preparePicture(file, pictureRules[purpose], draws)).toBe(file)
  })

  it.each([
    ['AVATAR', 'heic', /设置 → 相机 → 格式.*截图.*另存为/],
    ['EVIDENCE', 'heic', /兼容性最佳.*PDF、JPG 或 PNG 文件$/],
    ['PICTURE', 'tiff', /^这是 TIFF 图片/],
    ['PICTURE', 'svg', /^这是 SVG 矢量图/],
    ['EVIDENCE', 'film', /^这是一段视频/],
    ['AVATAR', 'pdf', /^这是 PDF 文件/],
    ['EVIDENCE', 'zip', /^不支持这种文件/],
  ] as const)('%s: %s that the browser cannot draw is refused with advice', async (purpose, kind, words) => {
    expect(await prepared(purpose, fileOf(kind, 'a.jpg'), drawsNothing)).toMatch(words)
  })

  it('a large picture is made smaller unless that fails or makes it larger', async () => {
    const large = fileOf('jpeg', '照片.jpeg', 4 * 1024 * 1024)
    expect(await prepared('EVIDENCE', large)).toBe('照片.jpg')
    expect(await prepared('EVIDENCE', large, drawsNothing)).toBe('照片.jpeg')
    const small = fileOf('png', '头像.png', 20)
    expect(await prepared('AVATAR', small, drawsLarge)).toBe('头像.png')
  })
})
