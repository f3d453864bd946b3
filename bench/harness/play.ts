import autocannon from 'autocannon'
import type { LoadResult } from './load.ts'

export interface RequestStep {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: string
  /** Headers besides the token and the content type. */
  headers?: Record<string, string>
}

/** Each connection sends its list of steps in order. All lists have the same length. */
export function sendStepsPerConnection(
  origin: string,
  scripts: RequestStep[][],
): Promise<LoadResult & { last: string }> {
  const waiting = scripts.map((steps) => steps.map(toRequest))
  const amount = scripts.reduce((sum, steps) => sum + steps.length, 0)
  let answered = 0
  let failed = 0
  let last = ''
  const from = performance.now()
  let lastAt = from
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url: origin,
        connections: scripts.length,
        amount,
        timeout: 60,
        setupClient: (client) => {
          const requests = waiting.pop()
          if (!requests) throw new Error('more connections than scripts')
          client.setRequests(requests)
          client.on('body', (body: Buffer) => {
            last = body.toString()
            lastAt = performance.now()
            // Refusals also have HTTP status 200, so only responses with code 1 count as answered.
            if (last.startsWith('{"code":1,')) answered += 1
            else failed += 1
          })
        },
      },
      (error, result) => {
        if (error) return reject(error)
        const { latency, errors, timeouts } = result
        // The end event comes up to a second after the last response.
        const perSecond = (answered * 1000) / (lastAt - from)
        const { p50, p99 } = latency
        resolve({ perSecond, p50, p99, answered, failed: failed + errors + timeouts, last })
      },
    )
    run.on('error', reject)
  })
}

function toRequest({ method, path, token, body, headers: more }: RequestStep): autocannon.Request {
  const headers = { authorization: token, 'content-type': 'application/json', ...more }
  return { method, path, headers, ...(body === undefined ? {} : { body }) }
}
