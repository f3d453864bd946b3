import {
  contentModelOf,
  fitsContentModel,
  headingTags,
  impliedElements,
  inlineTags,
  isStructurePart,
} from './places.ts'
import { type CleanHtmlToken, tokenizeCleanHtml } from './tokens.ts'
import { HtmlWriter, type OpenBlock } from './writer.ts'

type Opened = OpenBlock | 'inline' | null

/** @param html sanitised HTML with balanced tags and escaped values */
export function renderStructuredHtml(html: string): { html: string; text: string } {
  const writer = new HtmlWriter()
  const opened: Opened[] = []
  for (const token of tokenizeCleanHtml(html)) take(writer, opened, token)
  return writer.end()
}

function take(writer: HtmlWriter, opened: Opened[], token: CleanHtmlToken): void {
  if (token.kind === 'text') takeText(writer, token.text)
  else if (token.kind === 'close') {
    if (!leaves.has(token.name)) closeTag(writer, opened.pop() ?? null)
  } else if (leaves.has(token.name)) takeLeaf(writer, token.name, token.attributes)
  else opened.push(openTag(writer, token.name, token.attributes))
}

const leaves = new Set(['br', 'img', 'hr', 'col', 'source', 'track'])

function takeText(writer: HtmlWriter, text: string): void {
  const blank = !/[^ \t\r\n\f]/.test(text)
  if (blank && !['text', 'mixed'].includes(contentModelOf(writer.top.name))) return
  if (makeRoom(writer)) writer.text(text)
}

function takeLeaf(writer: HtmlWriter, name: string, attributes: string): void {
  if (name === 'br') {
    if (['text', 'mixed'].includes(contentModelOf(writer.top.name))) writer.lineBreak()
  } else if (name === 'img') {
    if (makeRoom(writer)) writer.picture(attributes)
  } else if (name === 'hr') {
    if (leaveText(writer)) writer.leaf(name, '')
  } else if (fitsContentModel(name, contentModelOf(writer.top.name))) writer.leaf(name, attributes)
}

/** Opens or closes blocks until text is allowed here; false if no text is allowed at all. */
function makeRoom(writer: HtmlWriter): boolean {
  for (;;) {
    const place = contentModelOf(writer.top.name)
    if (place === 'text' || place === 'mixed') return true
    if (place === 'media') return false
    const implied = impliedElements[place]
    if (implied) writer.open(implied, '', true)
    else writer.close()
  }
}

/** Opens or closes blocks until another block is allowed here; false if no block is allowed at all. */
function leaveText(writer: HtmlWriter): boolean {
  for (;;) {
    const place = contentModelOf(writer.top.name)
    if (place === 'flow' || place === 'mixed') return true
    if (place === 'media') return false
    const implied = impliedElements[place]
    if (implied) writer.open(implied, '', true)
    else writer.close()
  }
}

function openTag(writer: HtmlWriter, tag: string, attributes: string): Opened {
  if (inlineTags.has(tag)) return openInline(writer, tag, attributes)
  const name = tag === 'div' ? 'p' : tag
  if (isStructurePart(name) || name === 'figcaption') return openPart(writer, name, attributes)
  return openBlock(writer, name, attributes)
}

function openInline(writer: HtmlWriter, name: string, attributes: string): Opened {
  if (writer.hasInline(name) || (name === 'a' && !attributes)) return null
  writer.openInline(name, attributes)
  return 'inline'
}

function openPart(writer: HtmlWriter, name: string, attributes: string): Opened {
  while (writer.top.implied && !fitsContentModel(name, contentModelOf(writer.top.name))) writer.close()
  if (name === 'figcaption') {
    if (writer.top.name === 'figure') return writer.open(name)
    return openBlock(writer, 'p', '')
  }
  if (name === 'td' || name === 'th')
    while (['table', 'rows'].includes(contentModelOf(writer.top.name))) writer.open('tr', '', true)
  if (fitsContentModel(name, contentModelOf(writer.top.name))) return writer.open(name, attributes)
  return openBlock(writer, 'p', '')
}

function openBlock(writer: HtmlWriter, name: string, attributes: string): Opened {
  const top = writer.top.name
  const inCaption = headingTags.has(top) || top === 'caption' || top === 'figcaption' || top === 'pre'
  if (name === 'p' && inCaption) return null
  if (name === 'figure' && writer.inside(name)) return null
  if (!leaveText(writer)) return null
  const frame = writer.open(name, attributes)
  if (name === 'video' && / src="/.test(attributes)) frame.solid = true
  return frame
}

function closeTag(writer: HtmlWriter, opened: Opened): void {
  if (opened === 'inline') writer.closeInline()
  else if (opened && (writer.top === opened || writer.has(opened))) {
    while (writer.top !== opened) writer.close()
    writer.close()
  } else endLoose(writer)
}

function endLoose(writer: HtmlWriter): void {
  if (writer.top.implied && writer.top.name === 'p') writer.close()
}
