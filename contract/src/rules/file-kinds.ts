export type FileKind =
  | 'jpeg'
  | 'png'
  | 'movingPng'
  | 'gif'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'tiff'
  | 'raw'
  | 'bmp'
  | 'icon'
  | 'jpeg2000'
  | 'jpegXl'
  | 'psd'
  | 'svg'
  | 'drawing'
  | 'film'
  | 'page'
  | 'pdf'

/** Number of first bytes of a file that identify its kind. */
export const fileKindByteCount = 4096

/** Reads at most 4096 bytes. Returns null when unknown. */
export function fileKindOf(file: Uint8Array): FileKind | null {
  const start = file.subarray(0, fileKindByteCount)
  const text = latin1(start)
  for (const [kind, ...signatures] of bySignature)
    if (signatures.some((signature) => text.startsWith(signature))) return kind
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return text.includes('acTL') ? 'movingPng' : 'png'
  if (text.startsWith('RIFF')) return ofRiff(text)
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return ofTiff(start, text)
  if (text.startsWith('BM') && [12, 40, 52, 56, 64, 108, 124].includes(start[14] ?? 0)) return 'bmp'
  if (text.startsWith('ftyp', 4)) return ofBrands(text)
  if (/^(moov|mdat|wide|free)/.test(text.slice(4, 8))) return 'film'
  return ofMarkup(new TextDecoder().decode(start))
}

const bySignature: readonly (readonly [FileKind, ...string[]])[] = [
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a', 'GIF89a'],
  ['pdf', '%PDF-'],
  ['psd', '8BPS'],
  ['icon', '\0\0\x01\0', '\0\0\x02\0'],
  ['jpegXl', '\xff\x0a', '\0\0\0\x0cJXL '],
  ['jpeg2000', '\0\0\0\x0cjP  ', '\xff\x4f\xff\x51'],
  ['raw', 'FUJIFILMCCD-RAW', 'IIU\0', 'IIRO', 'IIRS', 'MMOR', '\0MRM', 'FOVb'],
  ['drawing', '\xd7\xcd\xc6\x9a', '\x01\0\0\0\x58\0\0\0', '\x01\0\0\0\x6c\0\0\0'],
  ['film', '\x1aE\xdf\xa3', 'FLV\x01', '\0\0\x01\xba', '0&\xb2u\x8ef\xcf\x11'],
]

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

function ofRiff(text: string): FileKind | null {
  if (text.startsWith('WEBP', 8)) return 'webp'
  return text.startsWith('AVI ', 8) ? 'film' : null
}

/** Returns the kind of a file from its brands: the main brand first, then the compatible brands. */
function ofBrands(text: string): FileKind {
  const end = Math.min(4 + text.charCodeAt(2) * 256 + text.charCodeAt(3), 512)
  const brands: string[] = text.slice(8, end).match(/.{4}/gs) ?? []
  if (brands.some((brand) => /^(avif|avis)$/.test(brand))) return 'avif'
  if (brands.some((brand) => /^(he(ic|ix|im|is|vc|vx|vm|vs)|mif1|mif2|msf1|heif)$/.test(brand))) return 'heic'
  return brands.includes('crx ') ? 'raw' : 'film'
}

const rawMakers = /^(NIKON|SONY|PENTAX|RICOH|Canon|Leica|LEICA|Phase One|Hasselblad)/
const tags = { make: 0x010f, subPictures: 0x014a, dngVersion: 0xc612 }

/** Raw camera pictures are TIFF files with a DNG version, the Canon mark, or sub-images and a camera make. */
function ofTiff(start: Uint8Array, text: string): FileKind {
  if (text.startsWith('CR', 8)) return 'raw'
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const little = text.startsWith('II')
  const first = start.length >= 8 ? view.getUint32(4, little) : start.length
  if (first + 2 > start.length) return 'tiff'
  const count = Math.min(view.getUint16(first, little), 200)
  let make = ''
  let hasParts = false
  for (let at = first + 2, n = 0; n < count && at + 12 <= start.length; at += 12, n += 1) {
    const tag = view.getUint16(at, little)
    if (tag === tags.dngVersion) return 'raw'
    hasParts ||= tag === tags.subPictures
    if (tag === tags.make) make = text.slice(view.getUint32(at + 8, little)).slice(0, 20)
  }
  return hasParts && rawMakers.test(make) ? 'raw' : 'tiff'
}

function ofMarkup(text: string): FileKind | null {
  const bare = text.replace(/^\ufeff/, '').trimStart()
  if (!bare.startsWith('<')) return null
  if (/<svg[\s>:/]/i.test(bare) && !/^<(!doctype html|html)\b/i.test(bare)) return 'svg'
  return /^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body)\b/i.test(bare) ? 'page' : null
}

const saveAsJpg = '用“画图”或“照片”打开，“另存为”JPG 后再上传'

/** Advice on converting each unsupported kind of file. */
const advice: Readonly<Partial<Record<FileKind, string>>> = {
  heic: '这是 HEIC（高效格式）照片，需要先转成 JPG。苹果手机：到“设置 → 相机 → 格式”选“兼容性最佳”后重拍，或上传这张照片的截图；安卓手机：在相机设置里关闭“高效图片格式（HEIF）”后重拍；电脑：用“照片”打开，“另存为”JPG 后再上传',
  movingPng: '这是会动的 PNG 图片，请上传静止的图片，或上传它的截图',
  gif: `这是 GIF 图片，请${saveAsJpg}`,
  webp: `这是 WebP 图片，请${saveAsJpg}`,
  avif: `这是 AVIF 图片，请${saveAsJpg}，或上传它的截图`,
  tiff: '这是 TIFF 图片（多为扫描仪所存），请在扫描软件里改存为 JPG 或 PDF，或用“画图”打开，“另存为”JPG 后再上传',
  raw: '这是相机的 RAW 原始照片，请在相机里改拍 JPG，或用相机附带的软件导出为 JPG 后再上传',
  bmp: `这是 BMP 图片，请${saveAsJpg}`,
  icon: `这是图标文件，请${saveAsJpg}`,
  jpeg2000: '这是 JPEG 2000 图片，请用看图软件打开，“另存为”JPG 后再上传',
  jpegXl: '这是 JPEG XL 图片，请用看图软件打开，“另存为”JPG 后再上传',
  psd: '这是 Photoshop 文件，请在 Photoshop 里导出为 JPG 或 PNG 后再上传',
  svg: '这是 SVG 矢量图，请在制图软件里导出为 PNG，或上传它的截图',
  drawing: '这是 Windows 图元文件，请用“画图”打开，“另存为”PNG 后再上传',
  film: '这是一段视频。如果是实况照片，请在相册里把它存为静态照片，或上传它的截图',
  page: '这是一个网页，不是图片。请打开那个网页，在图片上点右键选“图片另存为”，手机上长按图片选“保存图片”',
  pdf: '这是 PDF 文件，请把其中那一页截图后上传图片',
}

export function wrongFileKindText(kind: FileKind | null, allowed: string): string {
  const how = kind && advice[kind]
  return how ? `${how}。这里可以上传 ${allowed}` : `不支持这种文件，请上传 ${allowed}`
}
