import type pg from 'pg'
import { openPool } from '../server/src/platform/db/database.ts'
import { requireSameSchema } from '../server/src/platform/db/migrate.ts'
import { requireDatabase } from '../server/src/platform/db/open.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/launcher.ts'
import { type Env, readEnv } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/errors.ts'

export interface PracticeSource {
  client: pg.ClientBase
  /** Name of the source portal to show to people, without its password. */
  named: string
  close(): Promise<void>
}

/** Opens the source portal for one read-only transaction. @throws StartError when it cannot be read. */
export async function openPracticeSource(given: Env, from: string | undefined): Promise<PracticeSource> {
  // A wrong address is refused with the same text as a wrong DATABASE_URL.
  const address =
    from === undefined ? (given.databaseDirectUrl ?? given.databaseUrl) : readEnv({ DATABASE_URL: from }).databaseUrl
  if (from !== undefined && !address) throw new StartError('--from needs an address: --from=postgres://…')
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
      throw new StartError(`cannot reach ${named}, whose plans are to be copied: ${error.message || 'no connection'}`)
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
