import { createHash } from 'node:crypto'
import type { importRow } from '@ce/contract'
import { contentLimits } from '@ce/contract/content-limits'
import type { z } from 'zod'
import { decodeText } from '../../../platform/decode-text.ts'
import { firstWords } from '../../../platform/first-words.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { cleanHtml } from '../../poster/service/clean-html.ts'
import { importLimits } from '../limits.ts'
import {
  type Asset,
  linkAssets,
  type NamedFiles,
  namedFiles,
  noNamedFiles,
  type PackageFiles,
  sayMissing,
} from './assets.ts'
import { titleOfName } from './dates.ts'
import { categoryOf, dateOf, details, fitting } from './fields.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { readHtmlDocument } from './html.ts'
import { readLaw } from './law-document.ts'
import { readMarkdown } from './markdown.ts'
import { findRemains } from './remains.ts'
import { readWechat, type WechatArticle } from './wechat.ts'
import type { WordText } from './word.ts'

export type ImportRow = z.output<typeof importRow>
/** Of a document that was read. */
export type DocumentRow = ImportRow & { action: 'CREATE' | 'SAME' | 'REFUSE' }

/** A document of a package as an item to be: what the report says of it, and the rest of its content. */
export interface ImportDocument {
  row: DocumentRow
  summary: string
  source: string
  author: string
  pinned: boolean
  titleCode: number
  /** clean, with placeholders for `assets` */
  html: string
  /** what it shows and links of the package, in order */
  assets: Asset[]
  /** those of them that the front matter names */
  named: NamedFiles
  /** the same text with what `row.remains` tells of where `html` is without it, and the other way round; null: there is none */
  other: { html: string; assets: Asset[] } | null
  /** of what it says, not of where it lies: the same document is known again */
  contentHash: Buffer
}

export interface Surroundings {
  /** where a document goes that names no category */
  fallbackCategory?: number | null
  /** where a person put it, whatever it names */
  wantedCategory?: number | null
  /** what else lies in its package */
  files?: PackageFiles
  /** it is a Word document, and this is what it says */
  word?: WordText | undefined
}

/** Reads one document; what cannot become an item comes out with action REFUSE and the reason. */
export function readDocument(
  path: string,
  bytes: Buffer,
  { fallbackCategory = null, wantedCategory = null, files = new Map(), word }: Surroundings = {},
): ImportDocument {
  const around = { fallbackCategory, wantedCategory, files }
  if (word) return readText(path, word.html, { ...around, word })
  const text = bytes.length > importLimits.documentBytes ? undefined : decodeText(bytes)
  if (text === undefined)
    return refused(
      path,
      bytes.length > importLimits.documentBytes
        ? '文档超过 5 MB'
        : '无法识别文字编码（支持 UTF-8 和 GB18030）',
    )
  return readText(path, text, around)
}

type Around = Required<Pick<Surroundings, 'fallbackCategory' | 'wantedCategory' | 'files'>> &
  Pick<Surroundings, 'word'>

function readText(path: string, text: string, around: Around): ImportDocument {
  if (text.length > contentLimits.body) return refused(path, '正文过长，请拆分')
  try {
    return fromText(path, text, around)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return refused(path, `正文：${error.message}`)
  }
}

/** of one row: a report is read by a person */
const mostProblems = 30

function fromText(
  path: string,
  text: string,
  { fallbackCategory, wantedCategory, files, word }: Around,
): ImportDocument {
  // a Word document has no lines of that kind
  const front = word ? { values: {}, body: text, problems: [] } : readFrontMatter(text)
  const problems = [...front.problems, ...(word?.problems ?? [])]
  const wechat = !word && /html?$/i.test(path) ? readWechat(front.body) : null
  if (wechat) problems.push(...takeHead(front, wechat))
  const categoryId = wantedCategory ?? categoryOf(path, front, fallbackCategory, problems)
  const isWord = word !== undefined
  const { title, html: whole, law } = readBody(path, front, categoryId, problems, isWord)
  const remains = law ? null : findRemains(whole)
  // of an article of WeChat they are the account's, of any other text perhaps the author's
  const gone = remains !== null && wechat !== null
  const linked = linkAssets(gone ? remains.html : whole, path, files, { isWord })
  const { html: cleaned, text: words, removed } = cleanHtml(linked.html)
  const html = sayMissing(cleaned)
  if (linked.missing > 0)
    problems.push(
      `${linked.missing} 张图片在别的网站上，没有随文件带来：正文里标出了位置，请在预览或草稿里补传`,
    )
  problems.push(...linked.problems)
  if (removed.length > 0) problems.push(`已清理：${removed.join('、')}`)
  const named = namedFiles(front.values, path, files, { ...linked, problems })
  const row: DocumentRow = {
    path,
    title: fitting(
      '标题',
      front.values.title || title || titleOfName(path),
      contentLimits.title,
      problems,
    ),
    categoryId,
    publishedAt: dateOf(path, front, problems)?.toISOString() ?? null,
    source: '',
    action: categoryId === null ? 'REFUSE' : 'CREATE',
    posterId: null,
    problems,
    needsCategory: categoryId === null,
    twinOf: null,
    pictures: html.match(/<img\b/g)?.length ?? 0,
    missing: linked.missing,
    remains: remains && { words: remains.words.map((line) => firstWords(line)), gone },
    chapters: law?.chapters ?? 0,
    articles: law?.articles ?? 0,
    characters: words.replace(/\s/g, '').length,
  }
  if (row.characters === 0 && !named.video && !/<(img|video)\b/.test(html))
    refuseRow(row, '没有正文')
  const rest = details(front, law?.summary ?? firstWords(words), problems)
  row.source = rest.source
  if (problems.length > mostProblems)
    problems.splice(mostProblems, Infinity, `还有 ${problems.length - mostProblems} 处`)
  const { assets } = linked
  const other =
    remains && otherForm(gone ? whole : remains.html, path, { files, isWord, known: assets })
  return { row, html, ...rest, assets, named, other, contentHash: hashOf(row, front) }
}

function otherForm(
  html: string,
  path: string,
  { files, ...about }: { files: PackageFiles; isWord: boolean; known: readonly Asset[] },
) {
  const { html: linked, assets } = linkAssets(html, path, files, about)
  return { html: sayMissing(cleanHtml(linked).html), assets: assets.slice(about.known.length) }
}

/** What the page says around its article, where the file's own head does not; the article takes the page's place. */
function takeHead(front: FrontMatter, { html, problems, ...said }: WechatArticle): string[] {
  for (const key of ['title', 'source', 'author', 'date'] as const)
    if (said[key] !== '') front.values[key] ??= said[key]
  front.body = html
  return problems
}

interface Body {
  title: string
  html: string
  law: { chapters: number; articles: number; summary: string } | null
}

function readBody(
  path: string,
  front: FrontMatter,
  categoryId: number | null,
  problems: string[],
  isWord: boolean,
): Body {
  const isHtml = isWord || /html?$/i.test(path)
  const { title, body } = isHtml ? readHtmlDocument(front.body) : readMarkdown(front.body)
  const source = isHtml ? { html: body } : { html: body, markdown: front.body }
  const read = categoryId === null ? undefined : readLaw(source, categoryId)
  if (read === 'laidOut')
    problems.push('含表格、图片、编号列表或跨行的链接，按普通文章排版，条文没有锚点')
  if (typeof read !== 'object') return { title, html: body, law: null }
  const { chapters, articles } = read.law
  problems.push(...read.law.problems)
  return { title, html: read.html, law: { chapters, articles, summary: read.summary } }
}

function hashOf(row: ImportRow, front: FrontMatter): Buffer {
  const said = JSON.stringify([
    row.categoryId,
    row.title,
    row.publishedAt,
    front.values,
    front.body,
  ])
  return createHash('sha256').update(said).digest()
}

function refuseRow(row: DocumentRow, problem: string): void {
  row.action = 'REFUSE'
  row.needsCategory = false
  row.problems.push(problem)
}

/** A document that cannot become an item, and why. */
export function refused(path: string, problem: string): ImportDocument {
  const row: DocumentRow = {
    path,
    title: titleOfName(path).slice(0, contentLimits.title).toWellFormed(),
    categoryId: null,
    publishedAt: null,
    source: '',
    action: 'REFUSE',
    posterId: null,
    problems: [problem],
    needsCategory: false,
    twinOf: null,
    pictures: 0,
    missing: 0,
    remains: null,
    chapters: 0,
    articles: 0,
    characters: 0,
  }
  const rest = { summary: '', source: '', author: '', pinned: false, titleCode: 0 }
  const none = { html: '', assets: [], named: noNamedFiles, other: null }
  return { row, ...none, ...rest, contentHash: Buffer.alloc(32) }
}
