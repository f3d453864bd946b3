import { parseArgs } from 'node:util'
import { restoreBackup } from '../server/src/platform/backup/restore.ts'
import { readEnv } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { runWithDeps } from './database/local-database.ts'
import { verifyData } from './database/verify-data.ts'

const usage = `usage: npm run restore -- <folder of a backup> [--keys <folder of its keys>]
  the database of DATABASE_URL or DATA_DIR must be empty; it ends with what npm run verify does`

/** `npm run restore`: exits with 1 when the restore fails, or when a check of the restored data finds a fault. */
try {
  const { folder, keys } = readArguments()
  const began = performance.now()
  await restoreBackup(readEnv(), { folder, keysFolder: keys ?? null, log: (line) => console.error(line) })
  console.log(`restored in ${Math.round((performance.now() - began) / 1000)} s; now everything is checked`)
  await runWithDeps((deps) => verifyData(deps))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { keys: { type: 'string' } }, allowPositionals: true })
    const [folder, more] = positionals
    if (folder && more === undefined) return { folder, ...values }
  } catch {}
  throw new StartError(usage)
}
