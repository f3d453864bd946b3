import { type Client, DatabaseError } from 'pg'
import { StartError } from '../start-error.ts'
import { openSession, SERVER_IN_USE, type Session } from './session.ts'
import type { Connection } from './transport.ts'

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
 * @param lost told once when the session ends before we leave: the server was killed, or recovers from the
 * crash of one of its processes. Whoever wants to stay joins again.
 * @returns undefined when the server does not answer or is being stopped
 */
export async function join(
  connection: Connection,
  prepare: (client: Client) => Promise<void>,
  lost: () => void,
): Promise<Tenancy | undefined> {
  const session = await openSession(connection)
  if (!session) return undefined
  if (!(await isPrepared(session, prepare))) return undefined
  let left = false
  session.socket.unref() // a script that forgets to stop the server can still end
  session.client.once('end', () => {
    if (!left) lost()
  })
  return {
    leave: async () => {
      left = true
      const last = await isLast(session)
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
