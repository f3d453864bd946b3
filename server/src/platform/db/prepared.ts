import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A query text is prepared when it is sent this often. A list in a query makes another text for each length. */
const often = 3
const mostNames = 400
const mostTexts = 5000
/** Some queries need a new plan for each search text, and a `*` would break after a migration (decision 101). */
const planned = /like|%|@@|select \* from "|returning \*|\.\*/

const seen = new Map<string, number>()
const names = new Map<string, string>()

/** Returns undefined when preparing the query would not save time. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostNames || text.length < 60 || planned.test(text)) return undefined
  const times = (seen.get(text) ?? 0) + 1
  if (times < often) {
    if (seen.size >= mostTexts) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  return statementName(text)
}

/**
 * The name is a hash of the text: behind a pooler all processes share connections, and there a name must never mean
 * another statement, such as that of an older version.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** A query that is prepared from its first use. Its text must not be put together from values. */
export function preparedQuery(text: string, values: unknown[]): pg.QueryConfig {
  return { name: statementName(text), text, values }
}

/** Frequent queries are prepared, because planning a join of five tables costs more than running it. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client)
      clients.set(client, known)
      return known
    },
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  const plain = asKysely(client)
  return new Proxy(plain, {
    get(target, property) {
      if (property === 'query') return query
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  function query(text: unknown, values?: unknown[]) {
    const name = typeof text === 'string' ? nameOf(text) : undefined
    if (typeof text !== 'string' || !name) return plain.query(text as string, values ?? [])
    return client.query({ name, text, values: [...(values ?? [])] })
  }
}

function asKysely(client: pg.PoolClient): PostgresPoolClient {
  return client as unknown as PostgresPoolClient
}
