import { type Client, DatabaseError } from 'pg'
import { StartError } from '../start-error.ts'
import { openSession, SERVER_IN_USE, type Session } from './session.ts'
import type { Connection } from './transport.ts'

const REJOIN_MS = 200

/** PostgreSQL's error codes when it stops or has crashed. */
const GOING_DOWN = '57P'

/** One user's stay on a server that several processes may share. */
export interface Tenancy {
  /** Ends the stay. True for the last to leave, who must now stop the server: nobody can join any more. */
  leave(): Promise<boolean>
}

/**
 * Joins the users of a running server, runs `prepare` in a superuser's session, and stays.
 *
 * The rule: **the last one out stops the server**, whoever started it. Each user keeps one session
 * with a shared lock; PostgreSQL itself drops it when a process dies, so there is no list of users to
 * go stale. Leaving means to give the shared lock back and try for the exclusive one, and of several
 * leaving at once exactly the last gets it.
 * @returns undefined when the server does not answer or is being stopped
 */
export async function join(
  connection: Connection,
  prepare: (client: Client) => Promise<void>,
): Promise<Tenancy | undefined> {
  const first = await openSession(connection)
  if (!first) return undefined
  if (!(await isPrepared(first, prepare))) return undefined
  let stay: Promise<Session | undefined> = Promise.resolve(first)
  let left = false

  const keep = ({ client, socket }: Session) => {
    socket.unref() // a script that forgets to stop the server can still end
    client.once('end', rejoinSoon)
  }
  // sessions end when PostgreSQL recovers from the crash of one of its processes
  const rejoinSoon = () => setTimeout(rejoin, REJOIN_MS).unref()
  const rejoin = async () => {
    if (left) return
    stay = openSession(connection)
    const session = await stay
    if (session) keep(session)
    else rejoinSoon()
  }
  keep(first)

  return {
    leave: async () => {
      left = true
      const last = await isLast(await stay)
      return last ?? (await isLast(await openSession(connection))) ?? true
    },
  }
}

/**
 * @returns false when the server broke off meanwhile: the caller looks again
 * @throws StartError when it refused
 */
async function isPrepared(
  { client }: Session,
  prepare: (client: Client) => Promise<void>,
): Promise<boolean> {
  try {
    await prepare(client)
    return true
  } catch (error) {
    await client.end().catch(() => {})
    if (!(error instanceof DatabaseError) || error.code?.startsWith(GOING_DOWN)) return false
    throw new StartError(`the database could not be prepared: ${error.message}`)
  }
}

/**
 * Gives the lock back and tries for all of it. The winner's session stays and holds the door shut until
 * the server is gone. Undefined when there is no session, or no more.
 */
async function isLast(session: Session | undefined): Promise<boolean | undefined> {
  if (!session) return undefined
  const { client, socket } = session
  socket.ref()
  try {
    await client.query(`select pg_advisory_unlock_shared(${SERVER_IN_USE})`)
    const { rows } = await client.query<{ last: boolean }>(
      `select pg_try_advisory_lock(${SERVER_IN_USE}) as last`,
    )
    if (!rows[0]?.last) await client.end()
    return rows[0]?.last
  } catch {
    return undefined
  }
}
