import type pg from 'pg'
import { openPool } from '../server/src/platform/db/database.ts'
import { requireSameSchema } from '../server/src/platform/db/migrate.ts'
import { requireDatabase } from '../server/src/platform/db/open.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/launcher.ts'
import { type Env, readEnv } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/start-error.ts'

export interface Source {
  client: pg.ClientBase
  /** what it is called where people read it, without a password */
  named: string
  close(): Promise<void>
}

/**
 * The portal whose plans are copied: at an address, or the one that `npm start` would serve. It is read
 * in one read-only transaction (copy-plans.ts); an embedded database that is not running is started for it, and stopped.
 * @throws StartError where there is none, where it cannot be reached, or where its schema is another version's
 */
export async function openSource(given: Env, from: string | undefined): Promise<Source> {
  // an address that is wrong is refused in the words of DATABASE_URL
  const address =
    from === undefined ? given.databaseUrl : readEnv({ DATABASE_URL: from }).databaseUrl
  if (from !== undefined && !address)
    throw new StartError('--from needs an address: --from=postgres://…')
  if (!address) requireDatabase(given)
  const server = address ? null : await startEmbeddedPostgres({ dataDir: given.dataDir })
  const connection = server?.connection ?? { connectionString: address ?? '' }
  const pool = openPool(connection, 1)
  const close = async () => {
    await pool.end()
    await server?.stop()
  }
  const named = address ? withoutPassword(address) : given.dataDir
  try {
    const client = await pool.connect().catch((error: Error) => {
      throw new StartError(
        `cannot reach ${named}, whose plans are to be copied: ${error.message || 'no connection'}`,
      )
    })
    try {
      await requireSameSchema(client, named)
    } catch (error) {
      client.release()
      throw error
    }
    return {
      client,
      named,
      close: async () => {
        client.release()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function withoutPassword(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.host}${url.pathname}` : 'postgres'
}
