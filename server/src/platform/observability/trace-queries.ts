import type pg from 'pg'
import { childSpan, endSpan } from './traces.ts'

type Query = (...given: unknown[]) => unknown

/** Gives each query of a pool a span below the request or job that asks it. The texts have no values: those go beside them. */
export function traceQueries(pool: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = queryOf(client)
    Object.assign(client, {
      query: (...given: unknown[]) => tracedQuery(query, given),
    })
  })
}

function tracedQuery(query: Query, given: unknown[]): unknown {
  const text = textOf(given[0])
  const span = childSpan(nameOf(text), {
    'db.system.name': 'postgresql',
    'db.query.text': withoutLiterals(text),
  })
  if (!span) return query(...given)
  const last = given.at(-1)
  if (typeof last === 'function') {
    const answered = (error: unknown, result: unknown) => {
      endSpan(span, Boolean(error))
      last(error, result)
    }
    return query(...given.slice(0, -1), answered)
  }
  const result = query(...given)
  if (result instanceof Promise)
    result.then(
      () => endSpan(span, false),
      () => endSpan(span, true),
    )
  else endSpan(span, false)
  return result
}

/** The client's own method, whose many shapes are passed on as they come. */
function queryOf(client: pg.PoolClient): Query {
  return client.query.bind(client) as unknown as Query
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const given = typeof statement === 'object' && statement !== null && 'text' in statement
  return given ? String(statement.text) : ''
}

/** The verb and the first table: `select session`. */
function nameOf(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update|join)\s+"?(\w+)/i.exec(text)?.[1]
  return table ? `${verb} ${table}` : verb
}

/** A statement of ours has none of anybody's; one that some day has is not told either. */
function withoutLiterals(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
}
