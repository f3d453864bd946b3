import type { CatalogObject, CatalogTable } from './catalog.ts'
import { fillLines, simplifyPrintedSql, wrapLongLines } from './plain.ts'

/**
 * Renders a table with its indexes and triggers. Each statement starts a line, and a comment stands above what it
 * describes.
 */
export function renderTable(table: CatalogTable): string {
  const { name, options, comment, columns, indexes, triggers, partitionedBy, partitions } = table
  const end =
    (partitionedBy ? ` partition by ${partitionedBy.toLowerCase()}` : '') + (options ? ` with (${options})` : '')
  const { inline, apart } = placeConstraints(table)
  const rows = [
    ...columns.map(
      (column) =>
        renderComment(column.comment, '  ') + wrapLongLines(`  ${renderColumn(column, inline.get(column.name) ?? [])}`),
    ),
    ...apart.map((text) => wrapLongLines(`  ${text}`)),
  ]
  return [
    `${renderComment(comment)}create table ${name} (\n${rows.join(',\n')}\n)${end};`,
    ...indexes.map((text) => wrapLongLines(`${simplifyPrintedSql(text).replace(' using btree', '')};`)),
    ...triggers.map((text) => wrapLongLines(`${simplifyPrintedSql(text)};`)),
    ...partitions.map((one) =>
      wrapLongLines(`create table ${one.name} partition of ${name} ${one.values.toLowerCase()};`),
    ),
  ].join('\n')
}

export function renderOther({ head, body, comment }: CatalogObject): string {
  return renderComment(comment) + wrapLongLines(simplifyPrintedSql(head)) + body
}

function renderComment(comment: string | null, indent = ''): string {
  const lines = comment === null ? [] : fillLines(comment.split(' '), 110)
  return lines.map((line, at) => `${indent}-- ${at > 0 ? '  ' : ''}${line}\n`).join('')
}

function renderColumn(column: CatalogTable['columns'][number], constraints: string[]): string {
  const { name, type, value, identity, generated, notNull } = column
  const isKey = constraints.includes('primary key')
  return [
    name,
    simplifyPrintedSql(type),
    ...constraints.filter((text) => text === 'primary key'),
    ...(notNull && !isKey && !identity ? ['not null'] : []),
    ...(identity ? [`generated ${identity === 'a' ? 'always' : 'by default'} as identity`] : []),
    ...(value === null ? [] : [renderValue(value, type, generated)]),
    ...constraints.filter((text) => text !== 'primary key'),
  ].join(' ')
}

function renderValue(value: string, type: string, generated: boolean): string {
  const text = simplifyPrintedSql(value.replaceAll(/\s+/g, ' ').trim())
  if (generated) return `generated always as (${text}) stored`
  return `default ${text.endsWith(`'::${type}`) ? text.slice(0, -type.length - 2) : text}`
}

const endings: Record<string, string> = { p: 'pkey', u: 'key', f: 'fkey', c: 'check' }

/** Puts a constraint of one column with PostgreSQL's default name at its column, any other below all columns. */
function placeConstraints({ name: table, constraints }: CatalogTable) {
  const inline = new Map<string, string[]>()
  const apart: string[] = []
  for (const { name, text: printed, column } of constraints) {
    // `not valid` means that older rows were not checked. A new database has no older rows, so leave it out.
    const text = simplifyPrintedSql(printed.replaceAll(/\s+/g, ' '))
      .replace(/ references (\w+)\(/, ' references $1 (')
      .replace(/ not valid$/, '')
    const given = [table, ...(text.startsWith('p') ? [] : [column]), endings[text.charAt(0)]]
    if (column === null || name !== given.join('_')) apart.push(`constraint ${name} ${text}`)
    else {
      const short = text.replace(/^foreign key \("?\w+"?\) /, '').replace(/^(primary key|unique) \("?\w+"?\)/, '$1')
      inline.set(column, [...(inline.get(column) ?? []), short])
    }
  }
  return { inline, apart }
}
