import { parseArgs } from 'node:util'
import { StartError } from '../server/src/platform/errors.ts'
import { runWithDeps } from './database/local-database.ts'
import { verifyData } from './database/verify-data.ts'

const usage = `usage: npm run verify -- [--quick] [--continue]
  --quick     compares only the lengths of the files, not their contents
  --continue  goes on where an interrupted verify, or the nightly job, has stopped`

/** `npm run verify`: exits with 1 when any check finds a fault. */
try {
  const { values } = readArguments()
  // A newer program must not migrate a database that another version serves.
  await runWithDeps((deps) => verifyData(deps, values), 'refuse', 'require')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function readArguments() {
  try {
    return parseArgs({ options: { quick: { type: 'boolean' }, continue: { type: 'boolean' } } })
  } catch {
    throw new StartError(usage)
  }
}
