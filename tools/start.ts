import { flushCompileCache } from 'node:module'
import { readEnv } from '../server/src/platform/env.ts'
import { checkPort } from '../server/src/platform/port.ts'
import { ensurePagesBuilt } from './portal/build.ts'

const help = `usage: [VARIABLE=value …] npm start
builds the pages if they changed, starts the database, migrates, makes the demo world in an empty one, serves

  PORT, HOST     where it listens (8080, 0.0.0.0)
  DATA_DIR       the embedded database, files and keys (data)
  DATABASE_URL   an outside PostgreSQL instead of the embedded one
  PUBLIC_URL     the address people open (http://localhost:PORT)
  DEMO           1 or 0: demo world and demo cashier (1, in production 0)
  NODE_ENV       "production" refuses what only a demo may have

all of them, and running it for real: docs/operations.md; payments: docs/payments.md; messages: docs/messages.md`

/** `npm start`: builds the pages if they changed, then serves in this very process. */
const [word] = process.argv.slice(2)
if (word) {
  const asked = word === '--help' || word === '-h'
  if (!asked) console.error(`${word}: npm start takes no arguments`)
  console[asked ? 'log' : 'error'](help)
  process.exit(asked ? 0 : 1)
}
try {
  // what cannot be is said before the pages take their time
  await checkPort(readEnv())
  await ensurePagesBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/main.ts')
// now, for a server that is killed one day has no time to write it down
flushCompileCache()
