import pg from 'pg'

/** How long to wait before a lost connection is made anew, ms: twice as long after each failure, up to `last`. */
const retryDelay = { first: 500, last: 2_000 }
/** for a connection to be made, and for the answer to LISTEN, ms */
const answerMs = 10_000

interface Ears {
  told: (payload: string) => void
  /** something may have been told that was not heard: the connection was lost, or has only now been made (`hears`) */
  missed: (hears: boolean) => void
}

export interface Listener {
  /** whether whatever is told now will be heard */
  readonly hears: boolean
  close(): Promise<void>
}

/**
 * Hears a channel of the database on a connection of its own, which is made anew as often as it is lost. Every connection that is given up is
 * ended first: a standby lets us connect and refuses LISTEN, and connections left open there would use up all that the database has.
 */
export async function listenTo(pool: pg.Pool, channel: string, ears: Ears): Promise<Listener> {
  let closed = false
  let hears = false
  let failures = 0
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null

  const giveUp = (lost: pg.Client) => {
    void lost.end().catch(() => {})
    // a connection ends with an error and an end: the second may come when there is a new one
    if (client !== lost) return
    client = null
    hears = false
    ears.missed(false)
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, retryDelayAfter(failures))
    retry.unref()
    failures += 1
  }
  const connect = async () => {
    const next = new pg.Client({
      ...pool.options,
      // the pool hides it from enumeration
      password: pool.options.password,
      application_name: `portal ${channel}`,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    next.on('error', () => giveUp(next))
    next.on('end', () => giveUp(next))
    next.on('notification', ({ payload = '' }) => ears.told(payload))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch {
      return giveUp(next)
    }
    if (client !== next || closed) return
    hears = true
    failures = 0
    ears.missed(true)
  }
  await connect()
  return {
    get hears() {
      return hears
    },
    close: async () => {
      closed = true
      if (retry) clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

/** Half of it by chance, so that many processes do not come back in the same moment. */
function retryDelayAfter(failures: number): number {
  const most = Math.min(retryDelay.first * 2 ** failures, retryDelay.last)
  return most / 2 + (Math.random() * most) / 2
}
