import { openDatabase, requireDatabase } from '../../server/src/platform/db/open.ts'
import { closePools } from '../../server/src/platform/db/pools.ts'
import { closeDeps, type Deps, dependenciesOfWorkload, openDeps } from '../../server/src/platform/deps.ts'
import { readEnv } from '../../server/src/platform/env.ts'
import { StartError } from '../../server/src/platform/errors.ts'

export async function migrateDatabase(): Promise<void> {
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

/**
 * Fills an empty database with the demo data.
 * @throws StartError with DEMO=0 or in production.
 */
export async function seedDatabase(): Promise<void> {
  const env = readEnv()
  if (!env.demo || env.production)
    throw new StartError(
      'no demo world with DEMO=0 or NODE_ENV=production: it is for trying out, and its passwords are known',
    )
  const { seedDemo } = await import('../../server/seeds/demo.ts')
  await runWithDeps(async (deps) => {
    const made = await seedDemo(deps)
    console.log(made ? 'the demo world is made' : 'nothing made: somebody has used this database')
  }, 'make')
}

/**
 * Runs a function on the database of the environment and then ends the process.
 * @param missing `refuse` ends with an error when there is no database; `make` creates it
 * @param schema `require` ends with an error when the database has an older one, so that looking changes nothing
 */
export async function runWithDeps(
  work: (deps: Deps) => Promise<unknown>,
  missing: 'refuse' | 'make' = 'refuse',
  schema: 'migrate' | 'require' = 'migrate',
): Promise<void> {
  try {
    await using opened = new AsyncDisposableStack()
    const env = readEnv()
    if (missing === 'refuse') requireDatabase(env)
    const database = await openDatabase(env, schema)
    opened.defer(() => database.close())
    const deps = await openDeps(env, database.databases)
    opened.defer(() => closeDeps(deps))
    await work(dependenciesOfWorkload(deps, 'jobs'))
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
