import { contentLimits } from '@ce/contract/content-limits'

const dropped =
  'script,style,meta,link,title,xml,iframe,object,embed,form,input,button,svg,template'
const wrappers = ['SPAN', 'FONT', 'DIV', 'SECTION', 'ARTICLE', 'CENTER']
const renamed: Readonly<Record<string, string>> = {
  H1: 'h2',
  H4: 'h3',
  H5: 'h3',
  H6: 'h3',
  B: 'strong',
  I: 'em',
}
const kept: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  IMG: ['src', 'alt', 'width', 'height'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
  OL: ['start'],
}

export interface Pasted {
  html: string
  /** pictures that lie elsewhere: they cannot come along */
  lostPictures: number
  /** more than an item may hold: nothing is taken */
  tooLong: boolean
}

/**
 * What another program put on the clipboard as plain structure: headings, paragraphs, lists, tables, links and
 * pictures stay; Office's own tags, comments, styles, classes and spans go. Alignment becomes our class.
 * The server cleans again; this is so that the editor sees what will be kept.
 */
export function cleanPasted(html: string): Pasted {
  // a document of its own: nothing loads or runs in it
  const { body } = document.implementation.createHTMLDocument('')
  const safe = disarm(html)
  if (safe.length > contentLimits.body) return { html: '', lostPictures: 0, tooLong: true }
  body.innerHTML = safe
  for (const element of body.querySelectorAll(dropped)) element.remove()
  const lostPictures = dropForeignPictures(body)
  for (const paragraph of [...body.querySelectorAll('p')]) asListItem(paragraph)
  for (const element of [...body.querySelectorAll('*')]) simplify(element)
  return { html: body.innerHTML.replace(/\u00a0/g, ' '), lostPictures, tooLong: false }
}

/**
 * Without comments, style sheets, pictures written out as text, scripts and Office's own tags; `style` and handlers under other names, because our
 * policy refuses them, with an error on the console, in this document too.
 */
function disarm(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script)\b[\s\S]*?<\/\1\s*>|<\/?[ovwxm]:[^>]*>/gi, '')
    .replace(/(\ssrc\s*=\s*["']?data:)[^"'\s>]*/gi, '$1')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/([\s"'/])(style|on[a-z]+)(\s*=)/gi, '$1data-was-$2$3'),
    )
}

const styleOf = (element: Element) => element.getAttribute('data-was-style') ?? ''

function dropForeignPictures(body: HTMLElement): number {
  const foreign = [...body.querySelectorAll('img')].filter(
    (picture) => !picture.getAttribute('src')?.startsWith('/files/public/'),
  )
  for (const picture of foreign) picture.remove()
  return foreign.length
}

function simplify(element: Element): void {
  const style = styleOf(element)
  const name = newName(element, style)
  const align = alignmentOf(element, style)
  const keep = kept[element.tagName] ?? []
  for (const { name: attribute } of [...element.attributes])
    if (!keep.includes(attribute) && attribute !== 'data-pm-slice')
      element.removeAttribute(attribute)
  if (align) element.setAttribute('class', `align-${align}`)
  if (name === null) element.replaceWith(...element.childNodes)
  else if (name !== element.tagName.toLowerCase()) rename(element, name)
}

/** The tag it becomes; null when only its content stays. */
function newName(element: Element, style: string): string | null {
  const { tagName } = element
  // Google Docs wraps everything in <b style="font-weight:normal">
  if (tagName === 'B' && /font-weight:\s*(normal|400)/i.test(style)) return null
  if (!wrappers.includes(tagName)) return renamed[tagName] ?? tagName.toLowerCase()
  if (tagName === 'SPAN' && /font-weight:\s*(bold|[6-9]00)/i.test(style)) return 'strong'
  const ownText = [...element.childNodes].some(
    (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
  )
  // a container without text of its own only groups blocks; one with text is a paragraph
  return ownText && tagName !== 'SPAN' && tagName !== 'FONT' ? 'p' : null
}

function alignmentOf(element: Element, style: string): string | null {
  if (!/^(P|DIV|H[1-6])$/.test(element.tagName)) return null
  const own = /\balign-(center|right)\b/.exec(element.className)?.[1]
  const styled = /text-align:\s*(center|right)/i.exec(style)?.[1]
  const old = /^(center|right)$/i.exec(element.getAttribute('align') ?? '')?.[1]
  return (own ?? styled ?? old)?.toLowerCase() ?? null
}

function rename(element: Element, name: string): void {
  const next = element.ownerDocument.createElement(name)
  for (const { name: key, value } of [...element.attributes]) next.setAttribute(key, value)
  next.append(...element.childNodes)
  element.replaceWith(next)
}

/** Word writes a list as paragraphs with the bullet or number as text, marked mso-list. */
function asListItem(paragraph: HTMLParagraphElement): void {
  if (!/mso-list:\s*l\d/i.test(styleOf(paragraph))) return
  const bullet = paragraph.querySelector(
    '[data-was-style*="mso-list:Ignore" i], [data-was-style*="mso-list: Ignore" i]',
  )
  const ordered = /^[\s(（]*[\d一二三四五六七八九十a-z]+[.、)）]/i.test(bullet?.textContent ?? '')
  bullet?.remove()
  const item = paragraph.ownerDocument.createElement('li')
  item.append(...paragraph.childNodes)
  const before = paragraph.previousElementSibling
  const name = ordered ? 'OL' : 'UL'
  if (before?.tagName === name) {
    before.append(item)
    paragraph.remove()
    return
  }
  const list = paragraph.ownerDocument.createElement(name)
  list.append(item)
  paragraph.replaceWith(list)
}
