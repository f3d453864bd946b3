import { isDatabaseUnavailable } from './platform/db/connection-lost.ts'
import { readEnv } from './platform/env.ts'
import { StartError } from './platform/errors.ts'
import { logEvent } from './platform/observability/log.ts'
import { stopOnSignals } from './platform/stop.ts'
import { startPortal } from './serve.ts'

const abandon = new AbortController()
const stop = stopOnSignals(() => abandon.abort())
try {
  const env = readEnv()
  const server = await startPortal(env, abandon.signal)
  // In production the log must contain only JSON.
  for (const line of server.greeting) env.production ? logEvent(line) : console.log(line)
  stop.by(() => server.close())
} catch (error) {
  if (abandon.signal.aborted) process.exit(0)
  console.error(sentenceOf(error))
  process.exit(1)
}

function sentenceOf(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  // True also when the database became unavailable during the start.
  return isDatabaseUnavailable(error)
    ? `the database does not do its work at present: ${(error as Error).message}`
    : error
}
