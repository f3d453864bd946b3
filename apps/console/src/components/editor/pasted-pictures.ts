import { kindOfFile } from '@ce/contract/file-kinds'
import { htmlTokens } from '@ce/contract/html-tokens'

/** What stands in a picture's `src` until its bytes, which came along, are uploaded; its number follows. */
export const pastedPicture = 'pasted:'

interface TakenPictures {
  html: string
  /** by their numbers */
  pictures: Uint8Array<ArrayBuffer>[]
}

/** so many pictures, and so many bytes of them, come along in one paste; the rest is told as lost */
const most = { pictures: 60, bytes: 80 * 1024 * 1024 }

const address = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/**
 * The pictures of pasted HTML whose bytes are there: written into it (data:), or on this computer and beside it in the RTF that Word and WPS put
 * on the clipboard, where they lie in the same order. A number of pictures that does not fit says that the order is not known.
 */
export function takePictures(html: string, rtf: string): TakenPictures {
  const tokens = htmlTokens(html)
  const local = tokens.filter(({ name, raw }) => name === 'img' && /^file:/i.test(addressOf(raw)))
  const beside = local.length > 0 ? rtfPictures(rtf) : []
  const fits = beside.length === local.length
  const pictures: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const written = tokens.map((token) => {
    if (token.name !== 'img' || token.kind !== 'open') return token.raw
    const src = addressOf(token.raw)
    const picture = src.startsWith('data:')
      ? fromDataUri(src)
      : fits && /^file:/i.test(src)
        ? beside[local.indexOf(token)]
        : null
    // a dot that is only counted, or stands where the picture is shown later
    if (!picture || kindOfFile(picture) === null || /\sdata-src\s*=/i.test(token.raw))
      return token.raw
    bytes += picture.length
    if (pictures.length >= most.pictures || bytes > most.bytes) return token.raw
    return token.raw.replace(address, ` src="${pastedPicture}${pictures.push(picture) - 1}"`)
  })
  return { html: written.join(''), pictures }
}

function addressOf(tag: string): string {
  const [, double, single, bare] = address.exec(tag) ?? []
  return (double ?? single ?? bare ?? '').trim()
}

function fromDataUri(uri: string): Uint8Array<ArrayBuffer> | null {
  const comma = uri.indexOf(',')
  if (!/^data:image\/[\w.+-]+(;[\w=-]+)*;base64$/i.test(uri.slice(0, comma))) return null
  try {
    const text = atob(uri.slice(comma + 1).replace(/\s|%0a|%0d/gi, ''))
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

/**
 * The pictures of an RTF in their order; null for one of a kind that no browser shows. Each stands there twice, once for old programs, and
 * those of bullets are none of the text.
 */
export function rtfPictures(rtf: string): (Uint8Array<ArrayBuffer> | null)[] {
  const found: (Uint8Array<ArrayBuffer> | null)[] = []
  let at = 0
  for (;;) {
    const start = rtf.indexOf('{\\pict', at)
    if (start < 0) return found
    const end = groupEnd(rtf, start)
    at = end
    if (isAside(rtf, start)) continue
    const group = rtf.slice(start, end)
    found.push(/\\(png|jpeg)blip\b/.test(group.slice(0, 2000)) ? hexOf(group) : null)
  }
}

/** what lies before a picture that is not to be shown here, within the group around it */
const aside = ['{\\nonshppict', '{\\*\\listpicture', '{\\listpicture', '{\\*\\bkgnd', '{\\object']

function isAside(rtf: string, start: number): boolean {
  const before = rtf.slice(Math.max(0, start - 40), start)
  return aside.some((group) => {
    const at = before.lastIndexOf(group)
    return at >= 0 && !before.slice(at).includes('}')
  })
}

function groupEnd(rtf: string, start: number): number {
  let depth = 0
  for (let at = start; at < rtf.length; at += 1) {
    const sign = rtf[at]
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return rtf.length
}

/** The bytes of a picture's group: the digits outside the groups and words within it. */
function hexOf(group: string): Uint8Array<ArrayBuffer> | null {
  const bare = group
    .slice(1, -1)
    .replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '')
    .replace(/\\\*?[a-z]+-?\d* ?/gi, '')
    .replace(/[^0-9a-f]/gi, '')
  if (bare.length < 16 || bare.length % 2 !== 0) return null
  const bytes = new Uint8Array(bare.length / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(bare.slice(at * 2, at * 2 + 2), 16)
  return kindOfFile(bytes) === null ? null : bytes
}
