import { fits, headings, impliedIn, inlineTags, isPart, placeIn } from './places.ts'
import { type Token, tokensOf } from './tokens.ts'
import { type Frame, Writer } from './writer.ts'

/** What a tag became: a block, an inline tag, or nothing. */
type Opened = Frame | 'inline' | null

/**
 * Puts sanitised HTML in order: paragraphs around loose text, no blocks inside paragraphs, no empty blocks, parts of
 * lists and tables only inside them, anchors on headings.
 * @param html of the sanitiser: balanced tags, escaped values
 */
export function arrange(html: string): { html: string; text: string } {
  const writer = new Writer()
  const opened: Opened[] = []
  for (const token of tokensOf(html)) take(writer, opened, token)
  return writer.end()
}

function take(writer: Writer, opened: Opened[], token: Token): void {
  if (token.kind === 'text') takeText(writer, token.text)
  else if (token.kind === 'close') {
    if (!leaves.has(token.name)) closeTag(writer, opened.pop() ?? null)
  } else if (leaves.has(token.name)) takeLeaf(writer, token.name, token.attributes)
  else opened.push(openTag(writer, token.name, token.attributes))
}

const leaves = new Set(['br', 'img', 'hr', 'col', 'source', 'track'])

function takeText(writer: Writer, text: string): void {
  const blank = !/[^ \t\r\n\f]/.test(text)
  if (blank && !['text', 'mixed'].includes(placeIn(writer.top.name))) return
  if (makeRoom(writer)) writer.text(text)
}

function takeLeaf(writer: Writer, name: string, attributes: string): void {
  if (name === 'br') {
    if (['text', 'mixed'].includes(placeIn(writer.top.name))) writer.lineBreak()
  } else if (name === 'img') {
    if (makeRoom(writer)) writer.picture(attributes)
  } else if (name === 'hr') {
    if (leaveText(writer)) writer.leaf(name, '')
  } else if (fits(name, placeIn(writer.top.name))) writer.leaf(name, attributes)
}

/** Opens what text needs around it here. False: text cannot stand here at all. */
function makeRoom(writer: Writer): boolean {
  for (;;) {
    const place = placeIn(writer.top.name)
    if (place === 'text' || place === 'mixed') return true
    if (place === 'media') return false
    const implied = impliedIn[place]
    if (implied) writer.open(implied, '', true)
    else writer.close()
  }
}

/** Ends paragraphs and headings, so that a block can stand. False: none can stand here. */
function leaveText(writer: Writer): boolean {
  for (;;) {
    const place = placeIn(writer.top.name)
    if (place === 'flow' || place === 'mixed') return true
    if (place === 'media') return false
    const implied = impliedIn[place]
    if (implied) writer.open(implied, '', true)
    else writer.close()
  }
}

function openTag(writer: Writer, tag: string, attributes: string): Opened {
  if (inlineTags.has(tag)) return openInline(writer, tag, attributes)
  // a div is the edge of a paragraph, and so is a part without its whole
  const name = tag === 'div' ? 'p' : tag
  if (isPart(name) || name === 'figcaption') return openPart(writer, name, attributes)
  return openBlock(writer, name, attributes)
}

function openInline(writer: Writer, name: string, attributes: string): Opened {
  if (writer.hasInline(name) || (name === 'a' && !attributes)) return null
  writer.openInline(name, attributes)
  return 'inline'
}

function openPart(writer: Writer, name: string, attributes: string): Opened {
  while (writer.top.implied && !fits(name, placeIn(writer.top.name))) writer.close()
  if (name === 'figcaption') {
    if (writer.top.name === 'figure') return writer.open(name)
    return openBlock(writer, 'p', '')
  }
  if (name === 'td' || name === 'th')
    while (['table', 'rows'].includes(placeIn(writer.top.name))) writer.open('tr', '', true)
  if (fits(name, placeIn(writer.top.name))) return writer.open(name, attributes)
  return openBlock(writer, 'p', '')
}

/** Of a paragraph inside a heading or a caption only the text stays. */
function openBlock(writer: Writer, name: string, attributes: string): Opened {
  const top = writer.top.name
  const inCaption = headings.has(top) || top === 'caption' || top === 'figcaption' || top === 'pre'
  if (name === 'p' && inCaption) return null
  if (name === 'figure' && writer.inside(name)) return null
  if (!leaveText(writer)) return null
  const frame = writer.open(name, attributes)
  if (name === 'video' && / src="/.test(attributes)) frame.solid = true
  return frame
}

function closeTag(writer: Writer, opened: Opened): void {
  if (opened === 'inline') writer.closeInline()
  else if (opened && (writer.top === opened || writer.has(opened))) {
    while (writer.top !== opened) writer.close()
    writer.close()
  } else endLoose(writer)
}

/** Loose text ends where the tag around it ended, even one that became nothing. */
function endLoose(writer: Writer): void {
  if (writer.top.implied && writer.top.name === 'p') writer.close()
}
