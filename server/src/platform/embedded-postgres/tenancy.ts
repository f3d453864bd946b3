import { type Client, DatabaseError } from 'pg'
import { StartError } from '../errors.ts'
import { openServerSession, SERVER_IN_USE_LOCK, type ServerSession } from './session.ts'
import type { ServerConnection } from './transport.ts'

/** Prefix of PostgreSQL's error codes for a stop or a crash. */
const GOING_DOWN = '57P'

export interface ServerMembership {
  /** True for the last process that used the server, which must stop it. */
  leave(): Promise<boolean>
}

/**
 * Registers this process as a user of the server; the last user stops it. Each user holds a shared lock in a session;
 * only the last to leave gets the exclusive lock. @param lost called when the session ends early, so that the caller
 * joins again @returns undefined when the server does not answer or is stopping
 */
export async function joinRunningServer(
  connection: ServerConnection,
  prepare: (client: Client) => Promise<void>,
  lost: () => void,
): Promise<ServerMembership | undefined> {
  const session = await openServerSession(connection)
  if (!session) return undefined
  if (!(await isPrepared(session, prepare))) return undefined
  let left = false
  session.socket.unref() // Without this, a script that forgets to stop the server could not end.
  session.client.once('end', () => {
    if (!left) lost()
  })
  return {
    leave: async () => {
      left = true
      const last = await isLast(session)
      return last ?? (await isLast(await openServerSession(connection))) ?? true
    },
  }
}

/**
 * @returns false when the server disconnected, so that the caller tries again @throws StartError when the server
 * refused.
 */
async function isPrepared({ client }: ServerSession, prepare: (client: Client) => Promise<void>): Promise<boolean> {
  try {
    await prepare(client)
    return true
  } catch (error) {
    await client.end().catch(() => {})
    if (!(error instanceof DatabaseError) || error.code?.startsWith(GOING_DOWN)) return false
    throw new StartError(`the database could not be prepared: ${error.message}`)
  }
}

/** Whether no other user is left. The session's exclusive lock blocks new users until the server is gone. */
async function isLast(session: ServerSession | undefined): Promise<boolean | undefined> {
  if (!session) return undefined
  const { client, socket } = session
  socket.ref()
  try {
    await client.query(`select pg_advisory_unlock_shared(${SERVER_IN_USE_LOCK})`)
    const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${SERVER_IN_USE_LOCK}) as last`)
    if (!rows[0]?.last) await client.end()
    return rows[0]?.last
  } catch {
    return undefined
  }
}
