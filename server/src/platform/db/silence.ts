import pg from 'pg'
import { errorCode } from '../error-code.ts'

/** ms */
interface Patience {
  /** how long somebody may hold a connection before it is asked whether the database is there at all; and between two askings */
  asksAfter: number
  /** for an answer to that */
  waits: number
}

/** askings in a row without an answer: one alone may be a database that is very busy */
const silentAskings = 2

/**
 * Breaks connections off that wait for a database whose host vanished without a word. TCP resends what was just sent for a quarter of an
 * hour, keep-alive is silent meanwhile, and a process whose connections all wait so answers nobody. No query has a time it must be done
 * in: a job or an export may take as long as it takes. Only when the database does not even answer a new connection is all given up that waits.
 */
export function endSilence(
  pool: pg.Pool,
  { asksAfter, waits }: Patience = { asksAfter: 10_000, waits: 10_000 },
  longestHold = Number.POSITIVE_INFINITY,
): void {
  const held = new Map<pg.PoolClient, number>()
  let silences = 0
  let asking = false
  pool.on('acquire', (client) => held.set(client, performance.now()))
  pool.on('release', (_error, client) => held.delete(client))

  const waiting = () =>
    [...held]
      .filter(([, since]) => performance.now() - since >= asksAfter)
      .map(([client]) => client)
  const ask = async () => {
    silences = (await answers(pool, waits)) ? 0 : silences + 1
    if (silences < silentAskings) return
    // its query fails as on any broken connection: a repeat will tell
    for (const client of waiting()) void ending(client)
  }
  // the address may lead to another host by now, which answers: what still waits for the old one would wait until TCP gives up
  const endOverdue = () => {
    for (const [client, since] of held)
      if (performance.now() - since > longestHold) void ending(client)
  }
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    endOverdue()
    if (asking || waiting().length === 0) return
    asking = true
    void ask().finally(() => {
      asking = false
    })
  }, asksAfter)
  timer.unref()
}

/** what is no word of anybody: a resolver that fails, or no file left to open, says nothing about the database */
const silence = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'])

/** Whether anything says of the database that it is there, or not: also that it takes nobody more, or is only starting. */
async function answers(pool: pg.Pool, waits: number): Promise<boolean> {
  const { password } = pool.options
  const client = new pg.Client({ ...pool.options, password, connectionTimeoutMillis: waits })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const waitedInVain = error instanceof Error && error.message === 'timeout expired'
    return !(waitedInVain || silence.has(errorCode(error) ?? ''))
  } finally {
    void client.end().catch(() => {})
  }
}

/** The pool's clients have it, and their types do not say so. */
function ending(client: pg.PoolClient): Promise<void> {
  return (client as pg.PoolClient & pg.Client).end().catch(() => {})
}
