import autocannon from 'autocannon'
import type { Measured } from './load.ts'

export interface Step {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: string
  /** beside the token and JSON */
  headers?: Record<string, string>
}

/** Plays one script of steps on each keep-alive connection, the next step when the last is answered; all are of one length. */
export function play(origin: string, scripts: Step[][]): Promise<Measured & { last: string }> {
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
            // a refusal is HTTP 200 too: only code 1 is an answer
            if (last.startsWith('{"code":1,')) answered += 1
            else failed += 1
          })
        },
      },
      (error, result) => {
        if (error) return reject(error)
        const { latency, errors, timeouts } = result
        // the end is told up to a second after the last answer
        const perSecond = (answered * 1000) / (lastAt - from)
        const { p50, p99 } = latency
        resolve({ perSecond, p50, p99, answered, failed: failed + errors + timeouts, last })
      },
    )
    run.on('error', reject)
  })
}

function toRequest({ method, path, token, body, headers: more }: Step): autocannon.Request {
  const headers = { authorization: token, 'content-type': 'application/json', ...more }
  return { method, path, headers, ...(body === undefined ? {} : { body }) }
}
