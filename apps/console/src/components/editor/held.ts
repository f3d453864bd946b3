import { getSchema } from '@tiptap/core'
import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { extensions } from './extensions.ts'
import { keptMark } from './kept.ts'
import { withoutPlaces } from './picture-places.ts'
import { sameToReaders } from './same-to-readers.ts'

const schema = getSchema(extensions)
const parser = DOMParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/**
 * A saved text as the editor begins with it. A block that the editor would change in a reader's eyes (a film, a table
 * with several heads, a picture in a link of a list …) is marked to be kept as it is.
 */
export function heldHtml(html: string): string {
  const body = bodyOf(html)
  for (const block of [...body.children]) if (!survives(block)) block.replaceWith(keptMark(block))
  // the editor adds one for the cursor, which would count as a change
  if (body.lastElementChild && body.lastElementChild.localName !== 'p') body.append(emptyIn(body))
  return body.innerHTML
}

/** What the editor holds, in the form in which the server keeps it. */
export function savedHtml(html: string): string {
  const body = bodyOf(html)
  withoutPlaces(body)
  tidy(body)
  while (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove()
  return body.innerHTML
}

function survives(block: Element): boolean {
  const before = block.ownerDocument.createElement('div')
  before.append(block.cloneNode(true))
  const after = block.ownerDocument.createElement('div')
  after.append(serializer.serializeFragment(parser.parse(before).content))
  tidy(before)
  tidy(after)
  return sameToReaders(before, after)
}

/** Takes away what the editor needs and readers do not see. */
function tidy(root: Element): void {
  for (const holder of root.querySelectorAll('li, td, th, figure')) unwrapOnly(holder)
  for (const code of root.querySelectorAll('pre > code')) code.replaceWith(...code.childNodes)
  for (const caption of root.querySelectorAll('caption')) caption.removeAttribute('contenteditable')
  for (const cell of root.querySelectorAll('td, th'))
    for (const name of ['colspan', 'rowspan'])
      if (cell.getAttribute(name) === '1') cell.removeAttribute(name)
  for (const rows of root.querySelectorAll('table > tbody:first-of-type')) headRows(rows)
}

/** The editor puts every text into a paragraph; one that is alone with its text is written without. */
function unwrapOnly(holder: Element): void {
  const [first] = holder.children
  const others = [...holder.childNodes].filter((node) => node !== first)
  const loose = others.some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  const plain = first?.localName === 'p' && first.attributes.length === 0
  if (!plain || loose || [...holder.children].some((one) => one !== first && one.localName === 'p'))
    return
  first.replaceWith(...first.childNodes)
}

/** Rows of heads at the top are the table's head, as screen readers want it. */
function headRows(rows: Element): void {
  const heads: Element[] = []
  for (const row of rows.children) {
    if (![...row.children].every(({ localName }) => localName === 'th')) break
    heads.push(row)
  }
  if (heads.length === 0 || heads.length === rows.children.length) return
  const head = rows.ownerDocument.createElement('thead')
  head.append(...heads)
  rows.before(head)
}

function emptyIn(body: Element): Element {
  return body.ownerDocument.createElement('p')
}

/** In a document of its own: nothing loads or runs in it. */
function bodyOf(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = html
  return body
}
