import { createHash } from 'node:crypto'
import type { importedDocumentRow } from '@ce/contract'
import { contentLimits } from '@ce/contract/content-limits'
import type { z } from 'zod'
import { decodeText } from '../../../../platform/decode-text.ts'
import { excerpt } from '../../../../platform/excerpt.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { cleanHtml } from '../../poster/service/clean-html.ts'
import { parseLawDocument } from '../law/law.ts'
import { contentImportLimits } from '../package/package.ts'
import {
  type FrontMatterAssets,
  insertMissingText,
  linkFrontMatterAssets,
  linkPackageAssets,
  noFrontMatterAssets,
  type PackageAsset,
  type PackageFiles,
} from './assets.ts'
import {
  readDocumentCategory,
  readDocumentDate,
  readDocumentDetails,
  titleFromFileName,
  truncateWithProblem,
} from './fields.ts'
import { type FrontMatter, parseFrontMatter } from './front-matter.ts'
import { parseHtmlDocument } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import { findPromotionalLines } from './markup-remnants.ts'
import { parseWechatArticle, type WechatArticle } from './wechat.ts'
import type { WordDocumentText } from './word.ts'

export type ImportReportRow = z.output<typeof importedDocumentRow>
export type DocumentReportRow = ImportReportRow & { action: 'CREATE' | 'SAME' | 'REFUSE' }

export interface ImportDocument {
  row: DocumentReportRow
  summary: string
  source: string
  author: string
  pinned: boolean
  titleCode: number
  html: string
  assets: PackageAsset[]
  named: FrontMatterAssets
  /** The other form of the text, which keeps or drops the promotional lines. */
  other: { html: string; assets: PackageAsset[] } | null
  /** The hash covers the content but not the path. */
  contentHash: Buffer
}

export interface DocumentContext {
  fallbackCategory?: number | null
  /** This category overrides what the document says. */
  wantedCategory?: number | null
  files?: PackageFiles
  word?: WordDocumentText | undefined
}

/**
 * Reads a document of an import package. If the document cannot become an item, its row has the action REFUSE and the
 * reason.
 */
export function readDocument(
  path: string,
  bytes: Buffer,
  { fallbackCategory = null, wantedCategory = null, files = new Map(), word }: DocumentContext = {},
): ImportDocument {
  const around = { fallbackCategory, wantedCategory, files }
  if (word) return readText(path, word.html, { ...around, word })
  const text = bytes.length > contentImportLimits.documentBytes ? undefined : decodeText(bytes)
  if (text === undefined)
    return refusedDocument(
      path,
      bytes.length > contentImportLimits.documentBytes ? '文档超过 5 MB' : '无法识别文字编码（支持 UTF-8 和 GB18030）',
    )
  return readText(path, text, around)
}

type Around = Required<Pick<DocumentContext, 'fallbackCategory' | 'wantedCategory' | 'files'>> &
  Pick<DocumentContext, 'word'>

function readText(path: string, text: string, around: Around): ImportDocument {
  if (text.length > contentLimits.body) return refusedDocument(path, '正文过长，请拆分')
  try {
    return fromText(path, text, around)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return refusedDocument(path, `正文：${error.message}`)
  }
}

/** The report limits the problems per row, because people read it. */
const mostProblems = 30

function fromText(
  path: string,
  text: string,
  { fallbackCategory, wantedCategory, files, word }: Around,
): ImportDocument {
  const front = word ? { values: {}, body: text, problems: [] } : parseFrontMatter(text)
  const problems = [...front.problems, ...(word?.problems ?? [])]
  const wechat = !word && /html?$/i.test(path) ? parseWechatArticle(front.body) : null
  if (wechat) problems.push(...takeHead(front, wechat))
  const categoryId = wantedCategory ?? readDocumentCategory(path, front, fallbackCategory, problems)
  const isWord = word !== undefined
  const { title, html: whole, law } = readBody(path, front, categoryId, problems, isWord)
  const remains = law ? null : findPromotionalLines(whole)
  // In texts that are no WeChat articles the promotional lines may belong to the author.
  const gone = remains !== null && wechat !== null
  const linked = linkPackageAssets(gone ? remains.html : whole, path, files, { isWord })
  const { html: cleaned, text: words, removed } = cleanHtml(linked.html)
  const html = insertMissingText(cleaned)
  if (linked.missing > 0)
    problems.push(`${linked.missing} 张图片在别的网站上，没有随文件带来：正文里标出了位置，请在预览或草稿里补传`)
  problems.push(...linked.problems)
  if (removed.length > 0) problems.push(`已清理：${removed.join('、')}`)
  const named = linkFrontMatterAssets(front.values, path, files, { ...linked, problems })
  const row: DocumentReportRow = {
    path,
    title: truncateWithProblem(
      '标题',
      front.values.title || title || titleFromFileName(path),
      contentLimits.title,
      problems,
    ),
    categoryId,
    publishedAt: readDocumentDate(path, front, problems)?.toISOString() ?? null,
    source: '',
    action: categoryId === null ? 'REFUSE' : 'CREATE',
    posterId: null,
    problems,
    needsCategory: categoryId === null,
    twinOf: null,
    pictures: html.match(/<img\b/g)?.length ?? 0,
    missing: linked.missing,
    remains: remains && { words: remains.words.map((line) => excerpt(line)), gone },
    chapters: law?.chapters ?? 0,
    articles: law?.articles ?? 0,
    characters: words.replace(/\s/g, '').length,
  }
  if (row.characters === 0 && !named.video && !/<(img|video)\b/.test(html)) refuseRow(row, '没有正文')
  const rest = readDocumentDetails(front, law?.summary ?? excerpt(words), problems)
  row.source = rest.source
  if (problems.length > mostProblems)
    problems.splice(mostProblems, Infinity, `还有 ${problems.length - mostProblems} 处`)
  const { assets } = linked
  const other = remains && otherForm(gone ? whole : remains.html, path, { files, isWord, known: assets })
  return { row, html, ...rest, assets, named, other, contentHash: hashOf(row, front) }
}

function otherForm(
  html: string,
  path: string,
  { files, ...about }: { files: PackageFiles; isWord: boolean; known: readonly PackageAsset[] },
) {
  const { html: linked, assets } = linkPackageAssets(html, path, files, about)
  return {
    html: insertMissingText(cleanHtml(linked).html),
    assets: assets.slice(about.known.length),
  }
}

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
  const { title, body } = isHtml ? parseHtmlDocument(front.body) : renderMarkdown(front.body)
  const source = isHtml ? { html: body } : { html: body, markdown: front.body }
  const read = categoryId === null ? undefined : parseLawDocument(source, categoryId)
  if (read === 'laidOut') problems.push('含表格、图片、编号列表或跨行的链接，按普通文章排版，条文没有锚点')
  if (typeof read !== 'object') return { title, html: body, law: null }
  const { chapters, articles } = read.law
  problems.push(...read.law.problems)
  return { title, html: read.html, law: { chapters, articles, summary: read.summary } }
}

function hashOf(row: ImportReportRow, front: FrontMatter): Buffer {
  const said = JSON.stringify([row.categoryId, row.title, row.publishedAt, front.values, front.body])
  return createHash('sha256').update(said).digest()
}

function refuseRow(row: DocumentReportRow, problem: string): void {
  row.action = 'REFUSE'
  row.needsCategory = false
  row.problems.push(problem)
}

export function refusedDocument(path: string, problem: string): ImportDocument {
  const row: DocumentReportRow = {
    path,
    title: titleFromFileName(path).slice(0, contentLimits.title).toWellFormed(),
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
  const none = { html: '', assets: [], named: noFrontMatterAssets, other: null }
  return { row, ...none, ...rest, contentHash: Buffer.alloc(32) }
}

/** Two documents with the same identity are the same item. */
export interface ItemIdentity {
  categoryId: number
  title: string
  /** Publication day in Shanghai; a moved site may have lost the time. */
  day: string
}

/** Returns null without a date; then only the content identifies the document. */
export function itemIdentityOf(
  row: Pick<ImportReportRow, 'categoryId' | 'title' | 'publishedAt'>,
): ItemIdentity | null {
  const { categoryId, title, publishedAt } = row
  if (categoryId === null || publishedAt === null) return null
  return { categoryId, title, day: shanghaiDay(new Date(publishedAt)) }
}
