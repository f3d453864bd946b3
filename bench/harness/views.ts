import autocannon from 'autocannon'

export interface PageViewRates {
  perSecond: number
  answered: number
  failed: number
  bytes: number
}

export function measurePageViews(
  url: string,
  options: { connections: number; seconds: number },
): Promise<PageViewRates> {
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url,
        connections: options.connections,
        duration: options.seconds,
        headers: { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' },
      },
      (error, result) => {
        if (error) return reject(error)
        const answered = result['2xx']
        resolve({
          perSecond: answered / result.duration,
          answered,
          failed: result.non2xx + result.errors + result.timeouts,
          bytes: answered > 0 ? result.throughput.total / answered : 0,
        })
      },
    )
  })
}
