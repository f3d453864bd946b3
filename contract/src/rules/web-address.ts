/** Addresses with an international host name are stored in xn-- form and shown in readable form. */

/** Returns text that is no web address unchanged. */
export function toAsciiAddress(address: string): string {
  // A host typed in xn-- form is valid too.
  if (!/^https?:\/\//i.test(address)) return address
  const host = /^https?:\/\/([^/\\?#]*)/i.exec(address)?.[1] ?? ''
  if (/^[\x21-\x7e]*$/.test(host)) return address
  const url = parse(address)
  if (!url || url.username || url.password) return address
  return `${url.protocol}//${url.host}${address.slice(address.indexOf('//') + 2 + host.length)}`
}

/**
 * Shows Han characters only; a host with look-alike characters of other scripts stays in xn-- form, as in browsers.
 */
export function toDisplayedAddress(address: string): string {
  const match = /^(https?:\/\/)([^/\\?#:@]*)([\s\S]*)$/i.exec(address)
  if (!match) return address
  const [, scheme = '', host = '', rest = ''] = match
  if (!/(^|\.)xn--/i.test(host)) return address
  const shown = host.split('.').map((label) => readableLabel(label) ?? label)
  const whole = `${scheme}${shown.join('.')}${rest}`
  // Uses the readable form only when it leads to the same host as the stored address.
  return parse(whole)?.hostname === parse(address)?.hostname ? whole : address
}

function readableLabel(label: string): string | null {
  if (!/^xn--/i.test(label)) return null
  const letters = decodePunycode(label.slice(4).toLowerCase())
  if (!letters || !/^[\p{Script=Han}a-z0-9-]+$/u.test(letters)) return null
  const mixed = /[a-z0-9-]/.test(letters)
  return looksLikeASign.test(letters) || (mixed && looksLikeLatin.test(letters)) ? null : letters
}

/** Han strokes that look like a slash, dot or quotation mark. */
const looksLikeASign = /[\u4e36\u4e3f\u4e40\u4e41\u4e85\u3006\u3007\u2e80-\u2fdf]/u
/**
 * Han characters that look like Latin ones: 一 like a hyphen, 丨 like l, 工 like I, 口 like o, 卜 like t, 丁 like T, 了 like
 * 3.
 */
const looksLikeLatin = /[一丨乙工口囗卜丁了人八入]/u

/** Decodes RFC 3492; returns null for invalid input. */
function decodePunycode(text: string): string | null {
  const cut = text.lastIndexOf('-')
  const letters = [...text.slice(0, Math.max(cut, 0))].map((letter) => letter.charCodeAt(0))
  let [code, at, bias] = [128, 0, 72]
  let place = cut + 1
  while (place < text.length) {
    const before = at
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(text.charCodeAt(place))
      place += 1
      if (digit === null || at > 0x7fffffff) return null
      at += digit * weight
      const least = Math.min(Math.max(step - bias, 1), 26)
      if (digit < least) break
      weight *= 36 - least
    }
    const count = letters.length + 1
    bias = adapt(at - before, count, before === 0)
    code += Math.floor(at / count)
    if (code > 0x10ffff) return null
    at %= count
    letters.splice(at, 0, code)
    at += 1
  }
  return String.fromCodePoint(...letters)
}

function digitOf(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null
}

function adapt(distance: number, count: number, first: boolean): number {
  let left = Math.floor(distance / (first ? 700 : 2))
  left += Math.floor(left / count)
  let bias = 0
  for (; left > 455; bias += 36) left = Math.floor(left / 35)
  return bias + Math.floor((36 * left) / (left + 38))
}

function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
