import { flushCompileCache } from 'node:module'
import { readEnv } from '../server/src/platform/env.ts'
import { checkPort } from '../server/src/platform/port.ts'
import { ensurePagesBuilt } from './portal/build.ts'

/** `npm start`: builds the pages if they changed, then serves in this very process. */
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
