import { getSchema } from '@tiptap/core'
import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { editorExtensions } from './extensions.ts'
import { looksSameToReaders } from './is-same-to-readers.ts'
import { removePicturePlaceholders } from './picture-places.ts'
import { preservedBlockMarker } from './preserved-block.ts'

const schema = getSchema(editorExtensions)
const parser = DOMParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/** Marks blocks that the editor would visibly change, so that the editor leaves them unchanged. */
export function toEditorHtml(html: string): string {
  const body = bodyOf(html)
  for (const block of [...body.children]) if (!survives(block)) block.replaceWith(preservedBlockMarker(block))
  // The editor adds an empty paragraph for the cursor, which must not count as a change.
  if (body.lastElementChild && body.lastElementChild.localName !== 'p') body.append(emptyIn(body))
  return body.innerHTML
}

export function toSavedHtml(html: string): string {
  const body = bodyOf(html)
  removePicturePlaceholders(body)
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
  return looksSameToReaders(before, after)
}

function tidy(root: Element): void {
  for (const holder of root.querySelectorAll('li, td, th, figure')) unwrapOnly(holder)
  for (const code of root.querySelectorAll('pre > code')) code.replaceWith(...code.childNodes)
  for (const caption of root.querySelectorAll('caption')) caption.removeAttribute('contenteditable')
  for (const cell of root.querySelectorAll('td, th'))
    for (const name of ['colspan', 'rowspan']) if (cell.getAttribute(name) === '1') cell.removeAttribute(name)
  for (const rows of root.querySelectorAll('table > tbody:first-of-type')) headRows(rows)
}

/** A single paragraph in a table cell or list item is written as plain text. */
function unwrapOnly(holder: Element): void {
  const [first] = holder.children
  const others = [...holder.childNodes].filter((node) => node !== first)
  const loose = others.some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  const plain = first?.localName === 'p' && first.attributes.length === 0
  if (!plain || loose || [...holder.children].some((one) => one !== first && one.localName === 'p')) return
  first.replaceWith(...first.childNodes)
}

/** Moves header rows at the top into thead for screen readers. */
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

/** Parses the HTML in a separate document, where nothing loads or runs. */
function bodyOf(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = html
  return body
}
