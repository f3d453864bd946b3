import { Socket } from 'node:net'
import { Client } from 'pg'
import type { Connection } from './transport.ts'

/** Advisory lock in the database `postgres`: shared while using the server, alone while stopping it. */
export const SERVER_IN_USE = 7_261_018

/** A session that holds the shared lock. */
export interface Session {
  client: Client
  /** Its own, so that it can be told not to keep Node alive. */
  socket: Socket
}

/** Undefined when nobody answers, or the server is being stopped. */
export async function openSession(connection: Connection): Promise<Session | undefined> {
  const socket = new Socket()
  const client = new Client({
    ...connection,
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: 5_000,
    application_name: 'portal launcher',
  })
  client.on('error', () => {}) // 'end' follows
  try {
    await client.connect()
    const { rows } = await client.query<{ joined: boolean }>(
      `select pg_try_advisory_lock_shared(${SERVER_IN_USE}) as joined`,
    )
    if (rows[0]?.joined) return { client, socket }
  } catch {
    // not answering: the caller looks at the process and decides
  }
  socket.destroy()
  return undefined
}

/** Whether anybody answers there. */
export async function answers(connection: Connection): Promise<boolean> {
  const session = await openSession(connection)
  await session?.client.end()
  return session !== undefined
}
