import { fileKindOf } from '@ce/contract/file-kinds'
import { tokenizeHtml } from '@ce/contract/html-tokens'

/** The prefix of a picture's `src` until it is uploaded; a number follows. */
export const pastedPicturePrefix = 'pasted:'

interface TakenPictures {
  html: string
  pictures: Uint8Array<ArrayBuffer>[]
}

/** Limits for the pictures of one paste; pictures beyond a limit are reported as lost. */
const most = { pictures: 60, bytes: 80 * 1024 * 1024 }

const address = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/**
 * Takes the pictures out of pasted HTML. Word and WPS store local pictures in the RTF in the same order; if the counts
 * differ, none of them is taken.
 */
export function extractPictures(html: string, rtf: string): TakenPictures {
  const tokens = tokenizeHtml(html)
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
    if (!picture || fileKindOf(picture) === null || /\sdata-src\s*=/i.test(token.raw)) return token.raw
    bytes += picture.length
    if (pictures.length >= most.pictures || bytes > most.bytes) return token.raw
    return token.raw.replace(address, ` src="${pastedPicturePrefix}${pictures.push(picture) - 1}"`)
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

/** Returns null for a picture that browsers cannot show. Skips duplicates and bullets. */
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

function hexOf(group: string): Uint8Array<ArrayBuffer> | null {
  const bare = group
    .slice(1, -1)
    .replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '')
    .replace(/\\\*?[a-z]+-?\d* ?/gi, '')
    .replace(/[^0-9a-f]/gi, '')
  if (bare.length < 16 || bare.length % 2 !== 0) return null
  const bytes = new Uint8Array(bare.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(bare.slice(at * 2, at * 2 + 2), 16)
  return fileKindOf(bytes) === null ? null : bytes
}
