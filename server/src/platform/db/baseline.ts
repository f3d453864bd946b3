import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../../../schema/', import.meta.url)
const statement =
  /(?<=\n)(?:-- (.*(?:\n-- {3}.*)*)\n)?((?:create|alter|insert) [\s\S]*?)(?=\n+(?:-- .*\n)*(?:create|alter|insert) |\s*$)/g

/**
 * The statements of server/schema, in an order that works on an empty database. The files are ordered for readers; here
 * functions come before the tables whose columns call them, and foreign keys after all tables.
 */
export async function readBaseline(): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const found = texts.flatMap((text) => [...text.matchAll(statement)])
  const all = found.map(([, , text = '']) => text)
  const comments = found.map(([, comment, text = '']) => describe(comment, /^create (\w+ \w+)/.exec(text)?.[1]))
  const those = (kind: RegExp) => all.filter((text) => kind.test(text))
  const tables = those(/^create table \w+ \(/).map(splitTable)
  const functions = those(/^create function /)
  const tableNames = tables.map(({ name }) => name).join('|')
  const takesRow = new RegExp(`^create function \\w+\\((?:\\w+ \\w+, )*\\w+ (?:${tableNames})[,)]`)
  return [
    // A function body may name a table that is created later.
    'set local check_function_bodies = off;',
    ...those(/^create (?:domain|sequence) /),
    ...functions.filter((text) => !takesRow.test(text)),
    ...tables.map(({ table }) => table),
    ...those(/^create table \w+ partition of /),
    ...functions.filter((text) => takesRow.test(text)),
    ...those(/^create view /),
    ...those(/^insert /),
    ...tables.map(({ keys }) => keys),
    ...those(/^(?!create (?:domain|sequence|function|table|view) |insert )/),
    ...comments,
    ...tables.map((table) => table.comments),
  ].join('\n')
}

function describe(comment: string | undefined, what: string | undefined): string {
  return comment ? `comment on ${what} is '${comment.replaceAll(/\n *-- +/g, ' ').replaceAll("'", "''")}';` : ''
}

/**
 * Splits a table into its definition without foreign keys, the statement that adds them, and the column descriptions.
 */
function splitTable(text: string) {
  const [, name = '', body = '', end = ''] = /^create table (\w+) \(\n([\s\S]*)\n\)(.*)$/.exec(text) ?? []
  const rows: string[] = []
  const keys: string[] = []
  const comments: string[] = []
  for (const row of body.split(/,\n(?= {2}(?:-- )?\w)/)) {
    const [, comment, column = '', rest = ''] =
      /^(?: {2}-- (.*(?:\n {2}-- {3}.*)*)\n)? {2}(\w+)([\s\S]*)$/.exec(row) ?? []
    const [, own = '', key] = /^([\s\S]*?)\s(references\s[\s\S]*)$/.exec(rest) ?? []
    const isKey = key !== undefined && column === 'constraint'
    if (isKey) keys.push(`add ${column}${rest}`)
    else {
      rows.push(column + (key ? own : rest))
      if (key) keys.push(`add foreign key (${column}) ${key}`)
    }
    comments.push(describe(comment, `column ${name}.${column}`))
  }
  return {
    name,
    table: `create table ${name} (${rows.join(', ')})${end}`,
    keys: keys.length > 0 ? `alter table ${name} ${keys.join(', ')};` : '',
    comments: comments.join('\n'),
  }
}
