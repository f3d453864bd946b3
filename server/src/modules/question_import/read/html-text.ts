import sanitizeHtml from 'sanitize-html'
import { power } from '../../../platform/sheets/powers.ts'

/** what a question here cannot show */
export const notOnlyText =
  /<(?:img|picture|svg|math|video|audio|object|embed|iframe)\b|@@PLUGINFILE@@/i

const lines = [
  'p',
  'div',
  'br',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
]
const written: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '\u00a0': ' ' },
}

const raised = new RegExp(`<sup>(?=${power.source})`, 'g')

const struckTags = ['s', 'strike', 'del']
const struckStyle = /text-decoration(?:-line)?\s*:[^;]*line-through/i

/**
 * The words of an HTML text, a line per paragraph; powers and charges stay apart: 10<sup>9</sup> is 10^9. What the author struck out is left
 * out, and told.
 */
export function htmlText(html: string, onStruck: (words: string) => void): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [
      ...lines,
      'sup',
      'td',
      ...struckTags,
      'span',
      'font',
      'strong',
      'b',
      'em',
      'i',
      'u',
    ],
    allowedAttributes: {},
    exclusiveFilter: ({ tag, text, attribs }) => {
      const struck = struckTags.includes(tag) || struckStyle.test(attribs.style ?? '')
      if (struck && text.trim() !== '') onStruck(text.trim())
      return struck
    },
  })
  // from here on every `<` begins a tag: text came out escaped
  return clean
    .replace(raised, '^')
    .replace(/<\/td>/g, ' ')
    .replace(/<br \/>|<\/?(?:p|div|li|tr|h\d|pre|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);|\u00a0/g, (sign) => written[sign] ?? sign)
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .trim()
}
