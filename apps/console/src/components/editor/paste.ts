import { contentLimits } from '@ce/contract/content-limits'
import { listClassOf } from '@ce/contract/list-marks'
import { readOfficeHtml, type WithdrawnContent } from '@ce/contract/office-html'
import { extractPictures, pastedPicturePrefix } from './pasted-pictures.ts'
import { pictureMarker } from './picture-places.ts'

const dropped = 'script,style,meta,link,title,xml,iframe,object,embed,form,input,button,svg,template'
const spans = ['SPAN', 'FONT']
const boxes = ['DIV', 'SECTION', 'ARTICLE', 'CENTER', 'MAIN', 'HEADER', 'FOOTER', 'ASIDE']
const blocks =
  'p,h1,h2,h3,h4,h5,h6,div,section,article,center,main,header,footer,aside,ul,ol,table,blockquote,pre,figure,hr'
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

export interface PastedContent {
  html: string
  pictures: { place: string; file: File }[]
  lostPictures: number
  withdrawn: WithdrawnContent[]
  /** True if the text exceeds the limit; nothing is pasted then. */
  tooLong: boolean
}

/** Cleans pasted HTML as the server will. `rtf` is the RTF that Word adds to the clipboard. */
export function cleanPastedHtml(pasted: string, rtf = ''): PastedContent {
  const { body } = document.implementation.createHTMLDocument('')
  const { html, pictures } = extractPictures(pasted, rtf)
  const { html: read, withdrawn } = readOfficeHtml(html)
  const safe = disarm(read)
  if (safe.length > contentLimits.body) return { html: '', pictures: [], lostPictures: 0, withdrawn: [], tooLong: true }
  body.innerHTML = safe
  for (const element of body.querySelectorAll(dropped)) element.remove()
  const lostPictures = dropForeignPictures(body)
  for (const element of [...body.querySelectorAll('*')]) simplify(element)
  const placed = markPlaces(body, pictures)
  const clean = body.innerHTML.replace(/\u00a0/g, ' ')
  return { html: clean, pictures: placed, lostPictures, withdrawn, tooLong: false }
}

/** Removes `style` and event handlers, because the CSP reports them even in this document. */
function disarm(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script)\b[\s\S]*?<\/\1\s*>|<\/?[ovwxm]:[^>]*>/gi, '')
    .replace(/(\ssrc\s*=\s*["']?data:)[^"'\s>]*/gi, '$1')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(\s*=)/gi, '$1data-was-$2$3'))
}

/** Replaces embedded pictures by placeholders, whose names are unique for each paste. */
function markPlaces(body: HTMLElement, pictures: Uint8Array<ArrayBuffer>[]): PastedContent['pictures'] {
  const placed: PastedContent['pictures'] = []
  for (const picture of body.querySelectorAll(`img[src^="${pastedPicturePrefix}"]`)) {
    const bytes = pictures[Number(picture.getAttribute('src')?.slice(pastedPicturePrefix.length))]
    const place = crypto.randomUUID()
    picture.replaceWith(pictureMarker(body.ownerDocument, place))
    if (bytes) placed.push({ place, file: new File([bytes], `图片 ${placed.length + 1}`) })
  }
  return placed
}

const styleOf = (element: Element) => element.getAttribute('data-was-style') ?? ''

function dropForeignPictures(body: HTMLElement): number {
  const foreign = [...body.querySelectorAll('img')].filter(
    (picture) => !/^(\/files\/public\/|pasted:)/.test(picture.getAttribute('src') ?? ''),
  )
  for (const picture of foreign) picture.remove()
  return foreign.length
}

function simplify(element: Element): void {
  const style = styleOf(element)
  const name = newName(element, style)
  const align = alignmentOf(element, style)
  const counted = element.tagName === 'OL' ? listClassOf(element.className, element.getAttribute('type') ?? '') : null
  const keep = kept[element.tagName] ?? []
  for (const { name: attribute } of [...element.attributes])
    if (!keep.includes(attribute) && attribute !== 'data-pm-slice') element.removeAttribute(attribute)
  if (align) element.setAttribute('class', `align-${align}`)
  else if (counted) element.setAttribute('class', counted)
  if (name === null) element.replaceWith(...element.childNodes)
  else if (name !== element.tagName.toLowerCase()) rename(element, name)
}

function newName(element: Element, style: string): string | null {
  const { tagName } = element
  // Google Docs wraps everything in <b style="font-weight:normal">.
  if (tagName === 'B' && /font-weight:\s*(normal|400)/i.test(style)) return null
  if (spans.includes(tagName)) return markOf(style)
  if (!boxes.includes(tagName)) return renamed[tagName] ?? tagName.toLowerCase()
  if (!element.querySelector(blocks)) return holdsSomething(element) ? 'p' : null
  wrapLoose(element)
  return null
}

function markOf(style: string): string | null {
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) return 'strong'
  if (/font-style:\s*italic/i.test(style)) return 'em'
  if (/text-decoration[^;]*:[^;]*underline/i.test(style)) return 'u'
  return /vertical-align:\s*(super|sub)\b/i.exec(style)?.[1]?.toLowerCase().replace('super', 'sup') ?? null
}

/** Removes boxes that only group content and wraps loose text in paragraphs. */
function wrapLoose(box: Element): void {
  let run: ChildNode[] = []
  const end = () => {
    const [first] = run
    if (first && run.some(holdsSomething)) {
      const paragraph = box.ownerDocument.createElement('p')
      if (box.className) paragraph.className = box.className
      first.before(paragraph)
      paragraph.append(...run)
      simplify(paragraph)
    }
    run = []
  }
  for (const child of [...box.childNodes]) {
    const isBlock = isElement(child) && (child.matches(blocks) || child.querySelector(blocks) !== null)
    if (isBlock) end()
    else run.push(child)
  }
  end()
}

const holdsSomething = (node: Node): boolean =>
  /\S/.test(node.textContent ?? '') || (isElement(node) && node.matches('img, :has(img)'))

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE

function alignmentOf(element: Element, style: string): string | null {
  if (!/^(P|DIV|SECTION|ARTICLE|CENTER|MAIN|TD|TH|H[1-6])$/.test(element.tagName)) return null
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
