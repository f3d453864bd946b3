/**
 * What an element may contain. `flow`: only blocks · `mixed`: blocks and text · `text`: only text · others: only parts
 * of that structure.
 */
export type ContentModel = 'flow' | 'mixed' | 'text' | 'list' | 'table' | 'rows' | 'cells' | 'columns' | 'media'

const insides: Readonly<Record<string, ContentModel>> = {
  root: 'flow',
  blockquote: 'flow',
  li: 'mixed',
  td: 'mixed',
  th: 'mixed',
  figure: 'mixed',
  ul: 'list',
  ol: 'list',
  table: 'table',
  thead: 'rows',
  tbody: 'rows',
  tfoot: 'rows',
  tr: 'cells',
  colgroup: 'columns',
  video: 'media',
}

export function contentModelOf(name: string): ContentModel {
  return insides[name] ?? 'text'
}

const partsOf: Readonly<Record<string, readonly ContentModel[]>> = {
  li: ['list'],
  caption: ['table'],
  colgroup: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', 'rows'],
  td: ['cells'],
  th: ['cells'],
  col: ['columns'],
  source: ['media'],
  track: ['media'],
}

export function fitsContentModel(name: string, place: ContentModel): boolean {
  return (partsOf[name] ?? ['flow', 'mixed']).includes(place)
}

export function isStructurePart(name: string): boolean {
  return Object.hasOwn(partsOf, name)
}

export const impliedElements: Partial<Record<ContentModel, string>> = {
  flow: 'p',
  list: 'li',
  table: 'tr',
  rows: 'tr',
  cells: 'td',
}

export const inlineTags: ReadonlySet<string> = new Set(['strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'a'])
export const headingTags: ReadonlySet<string> = new Set(['h2', 'h3', 'h4'])
