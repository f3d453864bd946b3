import autocannon from 'autocannon'

/** One keep-alive connection: who it is, and what it sends next. */
export interface Caller {
  token: string
  next(): string
}

export interface Measured {
  perSecond: number
  p50: number
  p99: number
  /** answers that were 200 */
  answered: number
  failed: number
}

/** Sends as fast as answers come back, one request at a time on each caller's connection. */
export function load(options: {
  url: string
  callers: Caller[]
  seconds: number
}): Promise<Measured> {
  const waiting = [...options.callers]
  let answered = 0
  let failed = 0
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url: options.url,
        method: 'POST',
        connections: options.callers.length,
        duration: options.seconds,
        timeout: 60,
        setupClient: (client) => {
          const caller = waiting.pop()
          if (!caller) throw new Error('more connections than callers')
          const headers = { authorization: caller.token, 'content-type': 'application/json' }
          client.setHeadersAndBody(headers, caller.next())
          client.on('response', (status: number) => {
            if (status === 200) answered += 1
            else failed += 1
            client.setBody(caller.next())
          })
        },
      },
      (error, result) => {
        if (error) return reject(error)
        const { latency, errors, timeouts } = result
        resolve({
          perSecond: answered / result.duration,
          p50: latency.p50,
          p99: latency.p99,
          answered,
          failed: failed + errors + timeouts,
        })
      },
    )
    run.on('error', reject)
  })
}
