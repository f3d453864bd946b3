import { Socket } from 'node:net'
import { Client } from 'pg'
import type { ServerConnection } from './transport.ts'

/** Advisory lock in the database `postgres`: shared while the server is used, exclusive to stop it. */
export const SERVER_IN_USE_LOCK = 7_261_018

export interface ServerSession {
  client: Client
  socket: Socket
}

export async function openServerSession(connection: ServerConnection): Promise<ServerSession | undefined> {
  const socket = new Socket()
  const client = new Client({
    ...connection,
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: 5_000,
    application_name: 'portal launcher',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ joined: boolean }>(
      `select pg_try_advisory_lock_shared(${SERVER_IN_USE_LOCK}) as joined`,
    )
    if (rows[0]?.joined) return { client, socket }
  } catch {}
  socket.destroy()
  return undefined
}

export async function isServerAnswering(connection: ServerConnection): Promise<boolean> {
  const session = await openServerSession(connection)
  await session?.client.end()
  return session !== undefined
}
