import { contentLimits } from '@ce/contract/content-limits'
import { readOfficeHtml } from '@ce/contract/office-html'
import sanitizeHtml from 'sanitize-html'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { arrange } from './arrange.ts'
import { keptAttributes } from './attributes.ts'
import { Findings } from './findings.ts'
import { keptTags, tagRule, textlessTags, voidTags } from './rules.ts'

/** Tags below this depth lose their tags, not their text. */
const keptDepth = 60
/** The parser's time grows with the square of its depth: nobody writes this deep. */
const parsedDepth = 1000

export interface Cleaned {
  html: string
  /** the text alone, a line per block: what search reads */
  text: string
  /** what was removed, in words; empty when nothing was */
  removed: string[]
}

/**
 * Makes HTML from anybody fit for readers: only the tags and attributes of rules.ts and attributes.ts, well formed,
 * headings with anchors. Cleaning what it gave changes nothing.
 * @param origins own addresses, so that a picture copied from a page of ours stays
 * @throws UnreadableFile for what nests absurdly deep, has too many parts or grows too long
 */
export function cleanHtml(dirty: string, origins: readonly string[] = []): Cleaned {
  // before anything reads it: a parser's time grows with the tags, and so does a browser's
  if (countOf(dirty, /</g) > contentLimits.tags) refuseBody(tooManyTags)
  const findings = new Findings()
  if (/<!--\[if|<o:p|\bmso-/i.test(dirty)) findings.add('office')
  const { html, withdrawn } = readOfficeHtml(withoutControls(dirty))
  for (const finding of withdrawn) findings.add(finding)
  const arranged = arrange(sanitize(html, findings, origins))
  refuseTooMuch(arranged.html)
  return { ...arranged, removed: findings.inWords() }
}

const tooManyTags = '内容的标签过多，请拆分成几篇'

/** What cleaning writes may be longer than what it was given: anchors, tags opened again, signs escaped. */
function refuseTooMuch(html: string): void {
  const { body, tags, headings, anchors } = contentLimits
  if (html.length > body) refuseBody('正文过长，请拆分')
  if (countOf(html, /</g) > tags) refuseBody(tooManyTags)
  if (countOf(html, /<h[2-4]\b/g) > headings) refuseBody(`标题过多（最多 ${headings} 个），请拆分`)
  if (countOf(html, /<\w+ id="/g) > anchors) refuseBody(`锚点过多（最多 ${anchors} 个），请拆分`)
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) count += 1
  return count
}

function sanitize(dirty: string, findings: Findings, origins: readonly string[]): string {
  let depth = 0
  return sanitizeHtml(dirty, {
    allowedTags: [...keptTags],
    allowedAttributes: attributesByTag,
    allowedClasses: {},
    // links were read by links.ts as browsers read them; this is the second lock
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: textlessTags,
    selfClosing: [...voidTags],
    nestingLimit: keptDepth,
    parseStyleAttributes: false,
    enforceHtmlBoundary: false,
    onOpenTag: () => {
      depth += 1
      if (depth === keptDepth) findings.add('depth')
      if (depth > parsedDepth) refuseBody('正文的嵌套层数过多，请粘贴为纯文本后再排版')
    },
    onCloseTag: () => {
      depth -= 1
    },
    transformTags: {
      '*': (tagName, attribs) => {
        const { name, finding } = tagRule(tagName)
        if (finding) findings.add(finding)
        const kept = name === null ? null : keptAttributes(name, attribs, findings, origins)
        if (name !== null && kept) return { tagName: name, attribs: kept }
        // textless tags keep their name, so that their content goes too
        return { tagName: name === null ? tagName : 'dropped', attribs: {} }
      },
    },
  })
}

const attributesByTag = {
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  video: ['src', 'poster', 'controls', 'preload'],
  source: ['src'],
  track: ['src', 'kind', 'srclang', 'label'],
  td: ['colspan', 'rowspan', 'class'],
  th: ['colspan', 'rowspan', 'class'],
  ol: ['start', 'class'],
  col: ['span'],
  p: ['id', 'class'],
  h2: ['id', 'class'],
  h3: ['id', 'class'],
  h4: ['id', 'class'],
  figure: ['class'],
  div: ['class'],
}

/** What neither HTML nor PostgreSQL wants; a lone half of a pair becomes the replacement character. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, '').toWellFormed()
}

function refuseBody(problem: string): never {
  throw new UnreadableFile(problem)
}
