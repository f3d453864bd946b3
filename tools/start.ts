import { flushCompileCache } from 'node:module'
import { readEnv } from '../server/src/platform/env.ts'
import { requireFreePort } from '../server/src/platform/port.ts'
import { requireBuiltPages } from './portal/built.ts'

const help = `usage: [VARIABLE=value …] npm start [-- --no-build] [--cell NAME]
builds the pages if they changed, starts the database, migrates, makes the demo world in an empty one, serves

  --no-build     serves what npm run build made, and does not start without it
  --cell NAME    a cell beside others: database, files, keys and port of its own in cells/NAME

  PORT, HOST     where it listens (8080, 0.0.0.0)
  DATA_DIR       the embedded database, files and keys (data)
  DATABASE_URL   an outside PostgreSQL instead of the embedded one
  PUBLIC_URL     the address people open (http://localhost:PORT)
  DEMO           1 or 0: demo world and demo cashier (1, in production 0)
  NODE_ENV       "production" refuses what only a demo may have

all of them: docs/operations/configure.md; running it for real: docs/operations/; payments: docs/payments.md; messages: docs/messages.md`

/** `npm start`: builds the pages if they changed, then serves. */
const words = process.argv.slice(2)
const builds = !words.includes('--no-build')
const word = words.find((one) => one !== '--no-build')
if (word) {
  const asked = word === '--help' || word === '-h'
  if (!asked) console.error(`${word}: npm start knows no such argument`)
  console[asked ? 'log' : 'error'](help)
  process.exit(asked ? 0 : 1)
}
try {
  // Report a port that is in use before the long build.
  await requireFreePort(readEnv())
  // A machine that only serves has no tools to build with, so they are not loaded.
  await (builds ? (await import('./portal/build.ts')).ensurePagesBuilt() : requireBuiltPages())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/main.ts')
// A killed server cannot write the compile cache later, so it is written now.
flushCompileCache()
