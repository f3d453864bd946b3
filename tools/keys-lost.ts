import { parseArgs } from 'node:util'
import { openDatabase, requireDatabase } from '../server/src/platform/db/open.ts'
import { closePools } from '../server/src/platform/db/pools.ts'
import { readEnv } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { forgetKey } from '../server/src/platform/known-keys.ts'

const usage = 'usage: npm run keys:lost -- <id of the key> --reason "why no backup has it"'

/**
 * `npm run keys:lost`: the portal starts without a lost key from now on; everything signed with it becomes invalid.
 */
try {
  const { id, reason } = readArguments()
  const env = readEnv()
  requireDatabase(env)
  const { databases, close } = await openDatabase(env)
  try {
    if (!(await forgetKey(databases.jobs.db, id, reason))) throw new StartError(`this database asks for no key ${id}`)
    console.log(`${id} is given up: what it signed is invalid, what it sealed cannot be opened`)
  } finally {
    await closePools(databases)
    await close()
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : (error as Error).stack)
  process.exitCode = 1
}

function readArguments(): { id: string; reason: string } {
  const { values, positionals } = parsed()
  const [id, more] = positionals
  const reason = values.reason?.trim()
  if (!id || more !== undefined || !reason) throw new StartError(usage)
  return { id, reason }

  function parsed() {
    try {
      return parseArgs({ options: { reason: { type: 'string' } }, allowPositionals: true })
    } catch {
      throw new StartError(usage)
    }
  }
}
