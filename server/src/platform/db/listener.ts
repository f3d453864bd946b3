import pg from 'pg'

/** how soon a lost connection is made anew, ms */
const againMs = 1000

/**
 * Hears a channel of the database on a connection of its own. `heard` is called for every notification, and when the
 * connection was lost, because one may have been missed. Returns the way to stop.
 */
export async function listenTo(
  pool: pg.Pool,
  channel: string,
  heard: () => void,
): Promise<() => Promise<void>> {
  let closed = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  const lost = () => {
    client = null
    heard()
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
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', heard)
    client = next
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      // what was told while nobody listened
      heard()
    } catch {
      lost()
    }
  }
  await connect()
  return async () => {
    closed = true
    if (again) clearTimeout(again)
    await client?.end().catch(() => {})
  }
}
