import { pathOfLink } from '../package/entry-path.ts'
import { isText } from '../package/package.ts'
import { rewriteLinks } from './html.ts'

/** A file of the package that a document shows or links: it becomes a file of ours when the item is made. */
export interface Asset {
  path: string
  /** within the Word document that lies there */
  inner?: string
  /** of a picture that the document itself holds, in base64 */
  data?: string
  purpose: 'PICTURE' | 'ATTACHMENT' | 'VIDEO' | 'CAPTIONS'
  /** stands in the HTML where its address will be; cleaning lets it pass */
  placeholder: string
}

/** The files of a package by their paths; a name written in other letters (A.PNG, a.png) is found too. */
export type PackageFiles = ReadonlyMap<string, string>

/** The files as links find them: by their exact name, else whatever its case. */
export function packageFiles(paths: readonly string[]): PackageFiles {
  return new Map(
    paths.flatMap((path) => [
      [path.toLowerCase(), path],
      [path, path],
    ]),
  )
}

export interface Linked {
  html: string
  assets: Asset[]
  /** pictures that lie elsewhere: the html says where each belongs */
  missing: number
  problems: string[]
}

/** by their content it is found out what they are, and said what helps */
const picture = /\.(jpe?g|jfif|png|webp|gif|avif|hei[cf]|bmp|tiff?)$/i
/** a browser that saves a page names pictures as their address ends, which may be a number or a size */
const unnamed = /(^|\/)[^/.]*(\(\d+\))?$/
/** a picture within the page; a drawing is there only until the picture has come */
const dataPicture = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,([A-Za-z0-9+/=\s]+)$/i
const attachment = /\.(pdf|docx|xlsx|pptx|ofd|zip|jpe?g|png)$/i

/**
 * The HTML with placeholders for what the package brings along. What is missing, or may not be published, is
 * reported and goes: the picture whole, of the link only the address.
 * @param known what another form of the same text shows: it keeps its placeholders
 */
export function linkAssets(
  html: string,
  documentPath: string,
  files: PackageFiles,
  { isWord = false, known = [] }: { isWord?: boolean; known?: readonly Asset[] } = {},
): Linked {
  const assets = [...known]
  const problems: string[] = []
  let missing = 0
  const findPicture = (address: string) => {
    const wanted = pathOfLink(address, documentPath)
    return wanted ? findFile(wanted, files) : undefined
  }
  const rewritten = rewriteLinks(html, (kind, given, lazy) => {
    const isKnown = isWord || dataPicture.test(given) || findPicture(given)
    const address = kind === 'picture' && lazy && !isKnown ? lazy : given
    if (kind === 'picture') {
      const data = dataPicture.exec(address)?.[1]
      if (data) return placeForData(assets, documentPath, data.replace(/\s/g, '')).placeholder
      // nothing is fetched from other sites: staff add it where it is missed
      if (/^(https?:)?\/\//i.test(address)) return missingPlace(++missing)
    }
    // of a Word document, whose pictures lie within it
    if (isWord && kind === 'picture')
      return placeFor(assets, documentPath, 'PICTURE', address).placeholder
    const wanted = pathOfLink(address, documentPath)
    // another site's, or a place in this text
    if (wanted === undefined) return address
    const found = wanted === null ? undefined : findFile(wanted, files)
    if (!found && kind === 'link' && address.startsWith('/')) {
      problems.push(`链接 ${address} 不在包内，原样保留`)
      return address
    }
    const what = kind === 'picture' ? '图片' : '链接的文件'
    if (!found) problems.push(`缺少${what} ${address.slice(0, 120)}`)
    else if (isText(found)) problems.push(`指向包内文档 ${found} 的链接已去掉`)
    else if (!(kind === 'picture' ? isPicture(found) : attachment.test(found)))
      problems.push(`${what} ${found} 的类型不支持`)
    else return placeFor(assets, found, kind === 'picture' ? 'PICTURE' : 'ATTACHMENT').placeholder
    return null
  })
  return { html: rewritten, assets, problems, missing }
}

const isPicture = (path: string) => picture.test(path) || unnamed.test(path)

/** stands in the HTML until it is clean, for cleaning takes pictures of other sites away */
const missingPlace = (number: number) =>
  `/files/public/00000000-0000-4000-9000-${number.toString(16).padStart(12, '0')}`

/** What readers of a draft see where a picture is missing, so that it is added before it is published. */
export const missingWords = (number: number) => `［此处缺图片 ${number}，请补传］`
export const missingFilm = (what: string) => `［此处缺${what}，请补传］`
export const anyMissing = /［此处缺(图片 \d+|视频|音频)，请补传］/

/** Gives, one after the other, what stands in the place of pictures that could not be kept: sayMissing makes words of it. */
export const placeOfLost = (html: string) => {
  let number = html.match(/［此处缺图片 \d+，请补传］/g)?.length ?? 0
  return () => missingPlace(++number)
}

/** The same HTML with words where pictures are missing. */
export function sayMissing(html: string): string {
  return html.replace(
    /<img\b[^>]*\/files\/public\/00000000-0000-4000-9000-([0-9a-f]{12})"[^>]*>/g,
    (_, number: string) => missingWords(Number.parseInt(number, 16)),
  )
}

/** Files that the front matter names, each by its key. */
const named = {
  cover: { what: '封面图片', fits: picture, purpose: 'PICTURE' },
  video: { what: '视频', fits: /\.mp4$/i, purpose: 'VIDEO' },
  captions: { what: '字幕', fits: /\.(vtt|srt)$/i, purpose: 'CAPTIONS' },
} as const

export type NamedFiles = Record<keyof typeof named, Asset | null>

export const noNamedFiles: NamedFiles = { cover: null, video: null, captions: null }

/** What the front matter names, each as one more asset; null, with a remark when there is no such file. */
export function namedFiles(
  values: Partial<Record<keyof typeof named, string>>,
  documentPath: string,
  files: PackageFiles,
  { assets, problems }: Pick<Linked, 'assets' | 'problems'>,
): NamedFiles {
  const look = (key: keyof typeof named) => {
    const wanted = values[key]
    if (!wanted) return null
    const { what, fits, purpose } = named[key]
    const found = findFile(pathOfLink(wanted, documentPath) ?? '', files)
    if (found && fits.test(found)) return placeFor(assets, found, purpose)
    problems.push(`缺少${what} ${wanted.slice(0, 120)}`)
    return null
  }
  return { cover: look('cover'), video: look('video'), captions: look('captions') }
}

function findFile(path: string, files: PackageFiles): string | undefined {
  return files.get(path) ?? files.get(path.toLowerCase())
}

function placeForData(assets: Asset[], path: string, data: string): Asset {
  const known = assets.find((asset) => asset.data === data)
  return known ?? addAsset(assets, { path, purpose: 'PICTURE', data })
}

function placeFor(assets: Asset[], path: string, purpose: Asset['purpose'], inner?: string): Asset {
  const known = assets.find(
    (asset) =>
      asset.path === path && asset.purpose === purpose && asset.inner === inner && !asset.data,
  )
  return known ?? addAsset(assets, { path, purpose, ...(inner ? { inner } : {}) })
}

function addAsset(assets: Asset[], given: Omit<Asset, 'placeholder'>): Asset {
  const number = assets.length.toString(16).padStart(12, '0')
  const placeholder = `/files/public/00000000-0000-4000-8000-${number}`
  const asset: Asset = { ...given, placeholder }
  assets.push(asset)
  return asset
}
