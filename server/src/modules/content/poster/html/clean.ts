import { contentLimits } from '@ce/contract/content-limits'
import { readOfficeHtml } from '@ce/contract/office-html'
import sanitizeHtml from 'sanitize-html'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { renderStructuredHtml } from './arrange.ts'
import { cleanAttributes } from './attributes.ts'
import { allowedHtmlTags, tagRule, tagsRemovedWithContent, voidTags } from './rules.ts'
import { CleaningFindings } from './writer.ts'

/** Tags nested deeper than this are removed; only their text stays. */
const keptDepth = 60
/** Parsing time grows with the square of the depth, so limit it. */
const parsedDepth = 1000

export interface CleanedHtml {
  html: string
  text: string
  removed: string[]
}

/**
 * Cleaning the result again changes nothing. @param origins the portal's own origins @throws UnreadableFile for extreme
 * depth or size
 */
export function cleanHtml(dirty: string, origins: readonly string[] = []): CleanedHtml {
  // Check the number of tags first, because parsing time grows with it.
  if (countOf(dirty, /</g) > contentLimits.tags) refuseBody(tooManyTags)
  const findings = new CleaningFindings()
  if (/<!--\[if|<o:p|\bmso-/i.test(dirty)) findings.add('office')
  const { html, withdrawn } = readOfficeHtml(withoutControls(dirty))
  for (const finding of withdrawn) findings.add(finding)
  const arranged = renderStructuredHtml(sanitize(html, findings, origins))
  refuseTooMuch(arranged.html)
  return { ...arranged, removed: findings.inWords() }
}

const tooManyTags = '内容的标签过多，请拆分成几篇'

/** Anchors and escapes can make the text longer, so check the size again. */
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

function sanitize(dirty: string, findings: CleaningFindings, origins: readonly string[]): string {
  let depth = 0
  return sanitizeHtml(dirty, {
    allowedTags: [...allowedHtmlTags],
    allowedAttributes: attributesByTag,
    allowedClasses: {},
    // Addresses were already checked in `attributes.ts`; this list of schemes is a second protection.
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: tagsRemovedWithContent,
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
        const kept = name === null ? null : cleanAttributes(name, attribs, findings, origins)
        if (name !== null && kept) return { tagName: name, attribs: kept }
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

/** PostgreSQL's jsonb and HTML refuse these control characters. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, '').toWellFormed()
}

function refuseBody(problem: string): never {
  throw new UnreadableFile(problem)
}
