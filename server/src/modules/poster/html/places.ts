/**
 * What may stand inside an element. `flow`: blocks only, loose text gets a paragraph · `mixed`: blocks and text ·
 * `text`: text only · the others: only the parts of their structure.
 */
export type Place =
  | 'flow'
  | 'mixed'
  | 'text'
  | 'list'
  | 'table'
  | 'rows'
  | 'cells'
  | 'columns'
  | 'media'

const insides: Readonly<Record<string, Place>> = {
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

/** What may stand inside an element. */
export function placeIn(name: string): Place {
  return insides[name] ?? 'text'
}

/** Parts of a structure and where they may stand; any other block stands in flow or mixed. */
const partsOf: Readonly<Record<string, readonly Place[]>> = {
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

/** Whether an element may stand there. */
export function fits(name: string, place: Place): boolean {
  return (partsOf[name] ?? ['flow', 'mixed']).includes(place)
}

/** Whether an element is part of a structure, as `td` of a table. */
export function isPart(name: string): boolean {
  return Object.hasOwn(partsOf, name)
}

/** What must be opened here before anything that is no part of the structure can stand. */
export const impliedIn: Partial<Record<Place, string>> = {
  flow: 'p',
  list: 'li',
  table: 'tr',
  rows: 'tr',
  cells: 'td',
}

export const inlineTags: ReadonlySet<string> = new Set([
  'strong',
  'em',
  'u',
  's',
  'sub',
  'sup',
  'code',
  'a',
])
export const headings: ReadonlySet<string> = new Set(['h2', 'h3', 'h4'])
