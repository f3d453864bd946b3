import autocannon from 'autocannon'

export interface LoadCaller {
  token: string
  next(): string
}

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  answered: number
  failed: number
}

export function runLoad(options: { url: string; callers: LoadCaller[]; seconds: number }): Promise<LoadResult> {
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
