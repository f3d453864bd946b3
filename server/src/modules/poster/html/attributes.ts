import { listClass } from '@ce/contract/list-marks'
import type { Finding, Findings } from './findings.ts'
import { publicFilePath, readLink } from './links.ts'

export type Attributes = Record<string, string>

/** the classes site.css knows; the console writes the same */
const classes = ['align-center', 'align-right']
/** an imported law brings its own anchors; other headings get one of their words (arrange.ts) */
const anchor =
  /^(?:(?:heading|part|chapter|section|article)-\d{1,4}(?:-\d{1,3})?|h-[\p{L}\p{N}-]{1,60})$/u
const anchored = new Set(['p', 'h2', 'h3', 'h4'])
/** a div becomes the paragraph that its text stands in */
const aligned = new Set(['p', 'h2', 'h3', 'h4', 'td', 'th', 'figure', 'div'])
/** Gone without a word: they change nothing that a reader would miss. */
const silent =
  /^(?:id|class|lang|dir|align|valign|width|height|border|rel|target|name|title|role|type|charset|hreflang|nowrap|bgcolor|color|face|size|clear|frame|rules|summary|span|scope|start|value|headers|loading|decoding|srcset|sizes|controls|preload|playsinline|muted|loop|itemscope|contenteditable|draggable|spellcheck|tabindex|cell\w+|col\w*|row\w*|data-.*|aria-.*|item.*|xmlns.*|xml:.*)$/

/**
 * The attributes a kept tag leaves with: only those we make ourselves from what was given. Null: the tag goes,
 * its content stays. What an editor would miss goes to `findings`.
 */
export function keptAttributes(
  tag: string,
  given: Attributes,
  findings: Findings,
  origins: readonly string[],
): Attributes | null {
  for (const name of Object.keys(given)) reportLost(tag, name, given[name] ?? '', findings)
  const own = ownAttributes(tag, given, origins)
  if ('lost' in own) {
    findings.add(own.lost)
    return null
  }
  if (anchored.has(tag) && given.id && anchor.test(given.id)) own.kept.id = given.id
  const align = aligned.has(tag) ? alignmentOf(given) : undefined
  if (align) own.kept.class = align
  return own.kept
}

type Own = { kept: Attributes } | { lost: Finding }

function ownAttributes(tag: string, given: Attributes, origins: readonly string[]): Own {
  switch (tag) {
    case 'a':
      return linkAttributes(given)
    case 'img':
      return pictureAttributes(given, origins)
    case 'video':
      return videoAttributes(given, origins)
    case 'source':
    case 'track':
      return mediaPart(tag, given, origins)
    case 'td':
    case 'th':
      return {
        kept: { ...counted(given, 'colspan', 2, 100), ...counted(given, 'rowspan', 2, 1000) },
      }
    case 'ol':
      return { kept: { ...counted(given, 'start', 2, 9999), ...countedAs(given) } }
    case 'col':
      return { kept: counted(given, 'span', 2, 100) }
    default:
      return { kept: {} }
  }
}

function linkAttributes({ href }: Attributes): Own {
  // an old anchor, <a name="…">
  if (href === undefined) return { kept: {} }
  const link = readLink(href)
  if (!link) return { lost: 'link' }
  if (!link.external) return { kept: { href: link.href } }
  return { kept: { href: link.href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
}

function pictureAttributes(given: Attributes, origins: readonly string[]): Own {
  const src = publicFilePath(given.src ?? '', origins)
  if (!src) return { lost: 'picture' }
  const size = { ...counted(given, 'width', 1, 9999), ...counted(given, 'height', 1, 9999) }
  return { kept: { src, alt: beginning(given.alt, 300), ...size } }
}

function videoAttributes(given: Attributes, origins: readonly string[]): Own {
  const src = given.src === undefined ? undefined : publicFilePath(given.src, origins)
  if (src === null) return { lost: 'media' }
  const poster = publicFilePath(given.poster ?? '', origins)
  // without src: its <source> children may name one; arrange.ts drops a film without any
  return {
    kept: {
      ...(src ? { src } : {}),
      ...(poster ? { poster } : {}),
      controls: '',
      preload: 'metadata',
    },
  }
}

function mediaPart(tag: 'source' | 'track', given: Attributes, origins: readonly string[]): Own {
  const src = publicFilePath(given.src ?? '', origins)
  if (!src) return { lost: 'media' }
  if (tag === 'source') return { kept: { src } }
  const label = beginning(given.label, 40)
  return {
    kept: {
      src,
      kind: given.kind === 'subtitles' ? 'subtitles' : 'captions',
      srclang: /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(given.srclang ?? '')
        ? (given.srclang ?? '')
        : 'zh',
      ...(label ? { label } : {}),
    },
  }
}

/** A letter of two units across the cut leaves half of it, which no jsonb takes. */
function beginning(text = '', length: number): string {
  return text.slice(0, length).toWellFormed()
}

function counted(given: Attributes, name: string, from: number, to: number): Attributes {
  const text = given[name]?.trim() ?? ''
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return value >= from && value <= to ? { [name]: String(value) } : {}
}

/** How a list counts. */
function countedAs(given: Attributes): Attributes {
  const own = listClass(given.class ?? '', given.type ?? '')
  return own ? { class: own } : {}
}

/** Alignment by our class, by a style (Word, other editors) or by the attribute of old pages. */
function alignmentOf(given: Attributes): string | undefined {
  const own = given.class?.split(/\s+/).find((name) => classes.includes(name))
  const styled = /(?:^|;)\s*text-align\s*:\s*(center|right)\s*(?:;|$)/i.exec(given.style ?? '')?.[1]
  const old = /^\s*(center|right)\s*$/i.exec(given.align ?? '')?.[1]
  return own ?? (styled || old ? `align-${(styled ?? old ?? '').toLowerCase()}` : undefined)
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  video: ['src', 'poster'],
  source: ['src'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
}

function reportLost(tag: string, name: string, value: string, findings: Findings): void {
  if (kinds[tag]?.includes(name)) return
  if (name.startsWith('on')) findings.add('handler')
  else if (name === 'style') reportStyle(tag, value, findings)
  else if (name === 'class' && /^Mso/i.test(value)) findings.add('office')
  else if (!silent.test(name)) findings.add('attribute')
}

function reportStyle(tag: string, value: string, findings: Findings): void {
  // editors write column widths into every table: nobody asked for them
  if (/^(?:table|col|colgroup|tr|td|th)$/.test(tag)) return
  if (/\bmso-/i.test(value)) findings.add('office')
  else if (value.replace(/text-align\s*:\s*\w+/gi, '').replace(/[;\s]/g, '')) findings.add('style')
}
