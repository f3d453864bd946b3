import { openDatabase, requireDatabase } from '../../server/src/platform/db/open.ts'
import { closePools } from '../../server/src/platform/db/pools.ts'
import { closeDeps, type Deps, forWorkload, openDeps } from '../../server/src/platform/deps.ts'
import { readEnv } from '../../server/src/platform/env.ts'
import { StartError } from '../../server/src/platform/start-error.ts'

/** Brings the database of this environment to the newest migration. */
export async function migrateNow(): Promise<void> {
  const database = await openDatabase(readEnv())
  try {
    const { where, applied, databases } = database
    const { rows } = await databases.jobs.pool.query('select max(name) as newest from migration')
    const done = applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply'
    console.log(`${where}: ${done}; the newest is ${rows[0]?.newest}`)
  } finally {
    await closePools(database.databases)
    await database.close()
  }
}

/** Makes the demo world in the database of this environment, if it is empty. @throws StartError where a start would make none either */
export async function seedNow(): Promise<void> {
  const env = readEnv()
  if (!env.demo || env.production)
    throw new StartError(
      'no demo world with DEMO=0 or NODE_ENV=production: it is for trying out, and its passwords are known',
    )
  const { seedDemo } = await import('../../server/seeds/demo.ts')
  await withDeps(async (deps) => {
    const made = await seedDemo(deps)
    console.log(made ? 'the demo world is made' : 'nothing made: somebody has used this database')
  }, 'make')
}

/**
 * Work on the database of this environment, beside a server that may be running; then the process ends.
 * @param missing what becomes of a database that is not there: its name in the environment may be mistyped
 */
export async function withDeps(
  work: (deps: Deps) => Promise<unknown>,
  missing: 'refuse' | 'make' = 'refuse',
): Promise<void> {
  try {
    await using opened = new AsyncDisposableStack()
    const env = readEnv()
    if (missing === 'refuse') requireDatabase(env)
    const database = await openDatabase(env)
    opened.defer(() => database.close())
    const deps = await openDeps(env, database.databases)
    opened.defer(() => closeDeps(deps))
    await work(forWorkload(deps, 'jobs'))
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
