import { isUnavailable } from './platform/db/connection-lost.ts'
import { readEnv } from './platform/env.ts'
import { logEvent } from './platform/observability/log.ts'
import { StartError } from './platform/start-error.ts'
import { stopOnSignals } from './platform/stop-on-signals.ts'
import { serve } from './serve.ts'

const abandon = new AbortController()
const stop = stopOnSignals(() => abandon.abort())
try {
  const env = readEnv()
  const server = await serve(env, abandon.signal)
  // a collector of production's log gets nothing but JSON; a person reads the demo's
  for (const line of server.greeting) env.production ? logEvent(line) : console.log(line)
  stop.by(() => server.close())
} catch (error) {
  if (abandon.signal.aborted) process.exit(0)
  console.error(sentenceOf(error))
  process.exit(1)
}

function sentenceOf(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  // it went away while we started
  return isUnavailable(error)
    ? `the database does not do its work at present: ${(error as Error).message}`
    : error
}
