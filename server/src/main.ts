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
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
