import { readEnv } from './platform/env.ts'
import { StartError } from './platform/start-error.ts'
import { stopOnSignals } from './platform/stop-on-signals.ts'
import { serve } from './serve.ts'

const abandon = new AbortController()
const stop = stopOnSignals(() => abandon.abort())
try {
  const server = await serve(readEnv(), abandon.signal)
  for (const line of server.greeting) console.log(line)
  stop.by(() => server.close())
} catch (error) {
  if (abandon.signal.aborted) process.exit(0)
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
