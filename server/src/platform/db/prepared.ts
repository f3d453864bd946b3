import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** texts asked so often that preparing pays; a list in a text makes a new one for each length */
const often = 3
const mostNames = 400
const mostTexts = 5000
/**
 * Planned each time: where what is searched for decides how, and where `*` stands for a table's columns, which a migration beside a
 * running process would change under a prepared statement
 */
const planned = /like|%|@@|select \* from "|returning \*|\.\*/

const seen = new Map<string, number>()
const names = new Map<string, string>()

/** The name to prepare a statement by; undefined: it is too rare, or nothing would be saved. */
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
  const name = `k${names.size}`
  names.set(text, name)
  return name
}

/**
 * The pool as Kysely uses it, with the statements that come again and again prepared on each connection: planning a join of five
 * tables costs PostgreSQL more than answering it.
 */
export function preparing(pool: pg.Pool): PostgresPool {
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

/** pg's client is what Kysely's type describes. */
function asKysely(client: pg.PoolClient): PostgresPoolClient {
  return client as unknown as PostgresPoolClient
}
