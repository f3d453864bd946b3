import sanitizeHtml from 'sanitize-html'
import { superscriptPowerPattern } from '../../../../platform/sheets/chinese-figures.ts'

export const nonTextContentPattern = /<(?:img|picture|svg|math|video|audio|object|embed|iframe)\b|@@PLUGINFILE@@/i

const lines = ['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote']
const written: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '\u00a0': ' ' },
}

const raised = new RegExp(`<sup>(?=${superscriptPowerPattern.source})`, 'g')

const struckTags = ['s', 'strike', 'del']
const struckStyle = /text-decoration(?:-line)?\s*:[^;]*line-through/i

/** Converts 10<sup>9</sup> to 10^9. Struck-out text is dropped and reported. */
export function htmlToPlainText(html: string, onStruck: (words: string) => void): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [...lines, 'sup', 'td', ...struckTags, 'span', 'font', 'strong', 'b', 'em', 'i', 'u'],
    allowedAttributes: {},
    exclusiveFilter: ({ tag, text, attribs }) => {
      const struck = struckTags.includes(tag) || struckStyle.test(attribs.style ?? '')
      if (struck && text.trim() !== '') onStruck(text.trim())
      return struck
    },
  })
  // All text is escaped now, so every `<` begins a tag.
  return clean
    .replace(raised, '^')
    .replace(/<\/td>/g, ' ')
    .replace(/<br \/>|<\/?(?:p|div|li|tr|h\d|pre|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);|\u00a0/g, (sign) => written[sign] ?? sign)
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .trim()
}
