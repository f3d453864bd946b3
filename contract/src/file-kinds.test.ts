import { describe, expect, it } from 'vitest'
import { type FileKind, fileKindOf, wrongFileKindText } from './rules/file-kinds.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)
const utf8 = (text: string) => new TextEncoder().encode(text)
/** Builds the start of an ISO media file with these brands. */
const boxes = (...brands: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(12 + brands.length * 4)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}\0\0\0\x08meta`,
  )

/** Builds a TIFF with these tags, followed by the camera make. */
function tiff(tags: number[], make = '', little = true): Uint8Array {
  const file = new Uint8Array(400)
  const view = new DataView(file.buffer)
  file.set(bytes(little ? 'II*\0' : 'MM\0*'))
  view.setUint32(4, 8, little)
  view.setUint16(8, tags.length, little)
  for (const [n, tag] of tags.entries()) {
    view.setUint16(10 + n * 12, tag, little)
    view.setUint32(18 + n * 12, 200, little)
  }
  file.set(bytes(make), 200)
  return file
}

const cases: readonly (readonly [string, FileKind | null, Uint8Array])[] = [
  ['a JPEG', 'jpeg', bytes('\xff\xd8\xff\xe1\0\x10Exif')],
  ['a PNG', 'png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['a PNG that moves', 'movingPng', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR....\0\0\0\x08acTL')],
  ['a GIF', 'gif', bytes('GIF89a')],
  ['a WebP', 'webp', bytes('RIFF\x20\0\0\0WEBPVP8 ')],
  ['a photo of an iPhone', 'heic', boxes('heic', 'mif1', 'heic')],
  ['a photo of an iPhone with HDR', 'heic', boxes('heix', 'mif1', 'heix', 'tmap')],
  ['a photo of a Samsung', 'heic', boxes('mif1', 'mif1', 'heic')],
  ['a photo of a Huawei', 'heic', boxes('heif', 'mif1', 'heic')],
  ['a burst of an iPhone', 'heic', boxes('hevc', 'msf1')],
  ['an AVIF', 'avif', boxes('avif', 'mif1', 'miaf')],
  ['an AVIF whose main brand is the general one', 'avif', boxes('mif1', 'avif')],
  ['an AVIF that moves', 'avif', boxes('avis', 'msf1')],
  ['a film', 'film', boxes('isom', 'mp41')],
  ['a live photo of an iPhone', 'film', boxes('qt  ')],
  ['an old film of QuickTime', 'film', bytes('\0\0\0\x08wide\0\0\0\0mdat')],
  ['an AVI', 'film', bytes('RIFF\x20\0\0\0AVI LIST')],
  ['a Matroska film', 'film', bytes('\x1aE\xdf\xa3')],
  ['a raw photo of Canon, new', 'raw', boxes('crx ', 'isom')],
  ['a raw photo of Canon, old', 'raw', bytes('II*\0\x10\0\0\0CR\x02\0')],
  ['a raw photo of Nikon', 'raw', tiff([0xfe, 0x10f, 0x14a], 'NIKON CORPORATION\0', false)],
  ['a raw photo of Sony', 'raw', tiff([0xfe, 0x10f, 0x14a], 'SONY\0')],
  ['a raw photo as DNG', 'raw', tiff([0xfe, 0xc612])],
  ['a raw photo of Fuji', 'raw', bytes('FUJIFILMCCD-RAW 0201')],
  ['a raw photo of Panasonic', 'raw', bytes('IIU\0')],
  ['a TIFF of a scanner', 'tiff', tiff([0xfe, 0x100, 0x10f], 'EPSON\0')],
  ['a TIFF, the other way round', 'tiff', tiff([0x100], '', false)],
  ['a TIFF that ends in its header', 'tiff', bytes('II*\0')],
  ['a bitmap', 'bmp', bytes('BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')],
  ['a text that begins with BM', null, utf8('BMI 指数是体重除以身高的平方')],
  ['an icon', 'icon', bytes('\0\0\x01\0\x01\0')],
  ['a Photoshop file', 'psd', bytes('8BPS\0\x01')],
  ['a JPEG 2000', 'jpeg2000', bytes('\0\0\0\x0cjP  \r\n')],
  ['a JPEG XL', 'jpegXl', bytes('\xff\x0a\xfa')],
  ['an SVG', 'svg', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an SVG with a head', 'svg', utf8('\ufeff<?xml version="1.0"?>\n<!-- 图 -->\n<svg/>')],
  ['an SVG under its prefix', 'svg', utf8('<?xml version="1.0"?><svg:svg xmlns:svg="x"/>')],
  ['a metafile', 'drawing', bytes('\xd7\xcd\xc6\x9a\0\0')],
  ['a page saved in a picture’s place', 'page', utf8('\n<!DOCTYPE html><html><svg></svg>')],
  ['a PDF', 'pdf', bytes('%PDF-1.7')],
  ['nothing', null, new Uint8Array()],
  ['a text', null, utf8('您好')],
  ['a ZIP', null, bytes('PK\x03\x04')],
]

describe('recognising the kind of a file by its first bytes', () => {
  it.each(cases)('%s is recognised as %s', (_name, kind, file) => {
    expect(fileKindOf(file)).toBe(kind)
  })

  it('recognises a truncated start of a file without an error', () => {
    for (const [, , file] of cases)
      for (let length = 0; length < Math.min(file.length, 64); length += 1)
        expect(() => fileKindOf(file.subarray(0, length))).not.toThrow()
  })

  it('an unsupported file is refused with advice on conversion', () => {
    const kinds = new Set(cases.map(([, kind]) => kind))
    for (const kind of kinds) {
      if (kind === null || kind === 'jpeg' || kind === 'png') continue
      const words = wrongFileKindText(kind, 'JPG 图片')
      expect(words).toMatch(/^这是.+(另存为|导出|截图|重拍|保存图片).*。这里可以上传 JPG 图片$/)
    }
    expect(wrongFileKindText(null, 'JPG 图片')).toBe('不支持这种文件，请上传 JPG 图片')
  })
})
