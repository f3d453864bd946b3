import { isPagePath } from '../package/package.ts'
import { resolvePackageLink } from '../package/zip-list.ts'
import { rewriteAddresses } from './html.ts'

/** A file of the import package that is stored when the item is created. */
export interface PackageAsset {
  path: string
  inner?: string
  data?: string
  purpose: 'PICTURE' | 'ATTACHMENT' | 'VIDEO' | 'CAPTIONS'
  /** Stands in the HTML for the address of the file; cleaning does not remove it. */
  placeholder: string
}

/** Maps a path to the path in the package. It also contains each path in lower case, for links with other case. */
export type PackageFiles = ReadonlyMap<string, string>

export function toPackageFiles(paths: readonly string[]): PackageFiles {
  return new Map(
    paths.flatMap((path) => [
      [path.toLowerCase(), path],
      [path, path],
    ]),
  )
}

export interface LinkedHtml {
  html: string
  assets: PackageAsset[]
  missing: number
  problems: string[]
}

/** Matches the names of picture files; their content is checked later. */
const picture = /\.(jpe?g|jfif|png|webp|gif|avif|hei[cf]|bmp|tiff?)$/i
/** Saved pages name pictures after the end of their address, without an extension. */
const unnamed = /(^|\/)[^/.]*(\(\d+\))?$/
/** SVG placeholders of lazy loading are no pictures. */
const dataPicture = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,([A-Za-z0-9+/=\s]+)$/i
const attachment = /\.(pdf|docx|xlsx|pptx|ofd|zip|jpe?g|png)$/i

/**
 * Replaces addresses of files in the package by placeholders. Missing pictures are removed; missing links keep their
 * text.
 * @param known files that the text uses in its other form, with or without promotional lines
 */
export function linkPackageAssets(
  html: string,
  documentPath: string,
  files: PackageFiles,
  { isWord = false, known = [] }: { isWord?: boolean; known?: readonly PackageAsset[] } = {},
): LinkedHtml {
  const assets = [...known]
  const problems: string[] = []
  let missing = 0
  const findPicture = (address: string) => {
    const wanted = resolvePackageLink(address, documentPath)
    return wanted ? findFile(wanted, files) : undefined
  }
  const rewritten = rewriteAddresses(html, (kind, given, lazy) => {
    const isKnown = isWord || dataPicture.test(given) || findPicture(given)
    const address = kind === 'picture' && lazy && !isKnown ? lazy : given
    if (kind === 'picture') {
      const data = dataPicture.exec(address)?.[1]
      if (data) return placeForData(assets, documentPath, data.replace(/\s/g, '')).placeholder
      // Pictures of other sites are not downloaded, so staff must add them.
      if (/^(https?:)?\/\//i.test(address)) return missingPlace(++missing)
    }
    if (isWord && kind === 'picture') return placeFor(assets, documentPath, 'PICTURE', address).placeholder
    const wanted = resolvePackageLink(address, documentPath)
    if (wanted === undefined) return address
    const found = wanted === null ? undefined : findFile(wanted, files)
    if (!found && kind === 'link' && address.startsWith('/')) {
      problems.push(`链接 ${address} 不在包内，原样保留`)
      return address
    }
    const what = kind === 'picture' ? '图片' : '链接的文件'
    if (!found) problems.push(`缺少${what} ${address.slice(0, 120)}`)
    else if (isPagePath(found)) problems.push(`指向包内文档 ${found} 的链接已去掉`)
    else if (!(kind === 'picture' ? isPicture(found) : attachment.test(found)))
      problems.push(`${what} ${found} 的类型不支持`)
    else return placeFor(assets, found, kind === 'picture' ? 'PICTURE' : 'ATTACHMENT').placeholder
    return null
  })
  return { html: rewritten, assets, problems, missing }
}

const isPicture = (path: string) => picture.test(path) || unnamed.test(path)

/** Cleaning removes pictures of other sites, so mark their places. */
const missingPlace = (number: number) =>
  `/files/public/00000000-0000-4000-9000-${number.toString(16).padStart(12, '0')}`

export const missingPictureText = (number: number) => `［此处缺图片 ${number}，请补传］`
export const missingMediaText = (what: string) => `［此处缺${what}，请补传］`
export const hasMissingPictures = /［此处缺(图片 \d+|视频|音频)，请补传］/

/** `insertMissingText` replaces these markers. */
export const createMissingPictureMarker = (html: string) => {
  let number = html.match(/［此处缺图片 \d+，请补传］/g)?.length ?? 0
  return () => missingPlace(++number)
}

export function insertMissingText(html: string): string {
  return html.replace(
    /<img\b[^>]*\/files\/public\/00000000-0000-4000-9000-([0-9a-f]{12})"[^>]*>/g,
    (_, number: string) => missingPictureText(Number.parseInt(number, 16)),
  )
}

const named = {
  cover: { what: '封面图片', fits: picture, purpose: 'PICTURE' },
  video: { what: '视频', fits: /\.mp4$/i, purpose: 'VIDEO' },
  captions: { what: '字幕', fits: /\.(vtt|srt)$/i, purpose: 'CAPTIONS' },
} as const

export type FrontMatterAssets = Record<keyof typeof named, PackageAsset | null>

export const noFrontMatterAssets: FrontMatterAssets = { cover: null, video: null, captions: null }

export function linkFrontMatterAssets(
  values: Partial<Record<keyof typeof named, string>>,
  documentPath: string,
  files: PackageFiles,
  { assets, problems }: Pick<LinkedHtml, 'assets' | 'problems'>,
): FrontMatterAssets {
  const look = (key: keyof typeof named) => {
    const wanted = values[key]
    if (!wanted) return null
    const { what, fits, purpose } = named[key]
    const found = findFile(resolvePackageLink(wanted, documentPath) ?? '', files)
    if (found && fits.test(found)) return placeFor(assets, found, purpose)
    problems.push(`缺少${what} ${wanted.slice(0, 120)}`)
    return null
  }
  return { cover: look('cover'), video: look('video'), captions: look('captions') }
}

function findFile(path: string, files: PackageFiles): string | undefined {
  return files.get(path) ?? files.get(path.toLowerCase())
}

function placeForData(assets: PackageAsset[], path: string, data: string): PackageAsset {
  const known = assets.find((asset) => asset.data === data)
  return known ?? addAsset(assets, { path, purpose: 'PICTURE', data })
}

function placeFor(
  assets: PackageAsset[],
  path: string,
  purpose: PackageAsset['purpose'],
  inner?: string,
): PackageAsset {
  const known = assets.find(
    (asset) => asset.path === path && asset.purpose === purpose && asset.inner === inner && !asset.data,
  )
  return known ?? addAsset(assets, { path, purpose, ...(inner ? { inner } : {}) })
}

function addAsset(assets: PackageAsset[], given: Omit<PackageAsset, 'placeholder'>): PackageAsset {
  const number = assets.length.toString(16).padStart(12, '0')
  const placeholder = `/files/public/00000000-0000-4000-8000-${number}`
  const asset: PackageAsset = { ...given, placeholder }
  assets.push(asset)
  return asset
}
