import pg from 'pg'

/** how soon a lost connection is made anew, ms */
const againMs = 1000

interface Ears {
  told: (payload: string) => void
  /** something may have been told that was not heard: the connection was lost, or has only now been made */
  missed: () => void
}

export interface Listener {
  /** whether whatever is told now will be heard */
  readonly hears: boolean
  close(): Promise<void>
}

/** Hears a channel of the database on a connection of its own, which is made anew as often as it is lost. */
export async function listenTo(pool: pg.Pool, channel: string, ears: Ears): Promise<Listener> {
  let closed = false
  let hears = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  const lost = () => {
    client = null
    hears = false
    ears.missed()
    if (closed || again) return
    again = setTimeout(() => {
      again = null
      void connect()
    }, againMs)
    again.unref()
  }
  const connect = async () => {
    const next = new pg.Client({
      ...pool.options,
      // the pool hides it from enumeration
      password: pool.options.password,
      application_name: `portal ${channel}`,
    })
    // a connection ends with an error and an end: the second may come when there is a new one
    const gone = () => {
      if (client === next) lost()
    }
    next.on('error', gone)
    next.on('end', gone)
    next.on('notification', ({ payload = '' }) => ears.told(payload))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch {
      return gone()
    }
    if (client !== next) return
    hears = true
    ears.missed()
  }
  await connect()
  return {
    get hears() {
      return hears
    },
    close: async () => {
      closed = true
      if (again) clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
