import { listClassOf } from '@ce/contract/list-marks'
import type { CleaningFinding, CleaningFindings } from './writer.ts'

const ours = 'https://portal.invalid'

const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

const publicFile = /^\/files\/public\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Query of a desk link (`platform/files/links.ts`), which is valid only for a short time, so it is not stored. */
const deskQuery = /^\?s=[\w-]+&k=desk&e=\d+&t=[\w-]+$/

export type HtmlAttributes = Record<string, string>

/** The only classes that stay in the text; the editor of the console writes them too. */
const classes = ['align-center', 'align-right']

/** Matches the anchors that may stay in the text: those of imported laws, and `h-…` anchors made from headings. */
const anchor = /^(?:(?:heading|part|chapter|section|article)-\d{1,4}(?:-\d{1,3})?|h-[\p{L}\p{N}-]{1,60})$/u

const anchored = new Set(['p', 'h2', 'h3', 'h4'])

const aligned = new Set(['p', 'h2', 'h3', 'h4', 'td', 'th', 'figure', 'div'])

const silent =
  /^(?:id|class|lang|dir|align|valign|width|height|border|rel|target|name|title|role|type|charset|hreflang|nowrap|bgcolor|color|face|size|clear|frame|rules|summary|span|scope|start|value|headers|loading|decoding|srcset|sizes|controls|preload|playsinline|muted|loop|itemscope|contenteditable|draggable|spellcheck|tabindex|cell\w+|col\w*|row\w*|data-.*|aria-.*|item.*|xmlns.*|xml:.*)$/

/**
 * Returns the attributes that stay, or null when the tag is removed and its content stays. Losses that a reader would
 * see are added to `findings`.
 */
export function cleanAttributes(
  tag: string,
  given: HtmlAttributes,
  findings: CleaningFindings,
  origins: readonly string[],
): HtmlAttributes | null {
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

type Own = { kept: HtmlAttributes } | { lost: CleaningFinding }

function ownAttributes(tag: string, given: HtmlAttributes, origins: readonly string[]): Own {
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

function linkAttributes({ href }: HtmlAttributes): Own {
  if (href === undefined) return { kept: {} }
  const link = readLink(href)
  if (!link) return { lost: 'link' }
  if (!link.external) return { kept: { href: link.href } }
  return { kept: { href: link.href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
}

function pictureAttributes(given: HtmlAttributes, origins: readonly string[]): Own {
  const src = publicFilePath(given.src ?? '', origins)
  if (!src) return { lost: 'picture' }
  const size = { ...counted(given, 'width', 1, 9999), ...counted(given, 'height', 1, 9999) }
  return { kept: { src, alt: beginning(given.alt, 300), ...size } }
}

function videoAttributes(given: HtmlAttributes, origins: readonly string[]): Own {
  const src = given.src === undefined ? undefined : publicFilePath(given.src, origins)
  if (src === null) return { lost: 'media' }
  const poster = publicFilePath(given.poster ?? '', origins)
  // A video may have no address, because a `<source>` inside it may have one instead.
  return {
    kept: {
      ...(src ? { src } : {}),
      ...(poster ? { poster } : {}),
      controls: '',
      preload: 'metadata',
    },
  }
}

function mediaPart(tag: 'source' | 'track', given: HtmlAttributes, origins: readonly string[]): Own {
  const src = publicFilePath(given.src ?? '', origins)
  if (!src) return { lost: 'media' }
  if (tag === 'source') return { kept: { src } }
  const label = beginning(given.label, 40)
  return {
    kept: {
      src,
      kind: given.kind === 'subtitles' ? 'subtitles' : 'captions',
      srclang: /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(given.srclang ?? '') ? (given.srclang ?? '') : 'zh',
      ...(label ? { label } : {}),
    },
  }
}

/** PostgreSQL refuses half a surrogate pair in jsonb, so cut before it. */
function beginning(text = '', length: number): string {
  return text.slice(0, length).toWellFormed()
}

function counted(given: HtmlAttributes, name: string, from: number, to: number): HtmlAttributes {
  const text = given[name]?.trim() ?? ''
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return value >= from && value <= to ? { [name]: String(value) } : {}
}

function countedAs(given: HtmlAttributes): HtmlAttributes {
  const own = listClassOf(given.class ?? '', given.type ?? '')
  return own ? { class: own } : {}
}

function alignmentOf(given: HtmlAttributes): string | undefined {
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

function reportLost(tag: string, name: string, value: string, findings: CleaningFindings): void {
  if (kinds[tag]?.includes(name)) return
  if (name.startsWith('on')) findings.add('handler')
  else if (name === 'style') reportStyle(tag, value, findings)
  else if (name === 'class' && /^Mso/i.test(value)) findings.add('office')
  else if (!silent.test(name)) findings.add('attribute')
}

function reportStyle(tag: string, value: string, findings: CleaningFindings): void {
  // Editors add column widths to every table, so they are no loss.
  if (/^(?:table|col|colgroup|tr|td|th)$/.test(tag)) return
  if (/\bmso-/i.test(value)) findings.add('office')
  else if (value.replace(/text-align\s*:\s*\w+/gi, '').replace(/[;\s]/g, '')) findings.add('style')
}

interface Link {
  href: string
  external: boolean
}

/** Parses the address of a link as browsers do; null when it is invalid or its protocol is forbidden. */
function readLink(raw: string): Link | null {
  const text = raw.trim()
  if (/^#[^\s\\<>"']{1,200}$/.test(text)) return { href: text, external: false }
  const url = URL.parse(text, ours)
  if (!url || !protocols.has(url.protocol) || url.username || url.password) return null
  if (publicFile.test(url.pathname) && deskQuery.test(url.search)) url.search = ''
  if (url.origin === ours) {
    /**
     * An address on the portal must begin with a slash to work on every page. "/..//x" would lead to "//x", which is
     * another host.
     */
    if (!text.startsWith('/') || url.pathname.startsWith('//')) return null
    return { href: url.pathname + url.search + url.hash, external: false }
  }
  return { href: url.href, external: url.protocol.startsWith('http') }
}

/** Returns `/files/public/{id}` for an address of the portal, else null. */
function publicFilePath(raw: string, origins: readonly string[] = []): string | null {
  const text = raw.trim()
  const url = URL.parse(text, ours)
  if (!url || url.hash || (url.search && !deskQuery.test(url.search))) return null
  const home = url.origin === ours ? text.startsWith('/') : origins.includes(url.origin)
  return home && publicFile.test(url.pathname) ? url.pathname : null
}
