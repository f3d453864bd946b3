import autocannon from 'autocannon'

export interface Views {
  perSecond: number
  answered: number
  failed: number
  /** length of one answer's body as sent */
  bytes: number
}

/** Opens one page again and again over keep-alive connections, as a browser asks for it. */
export function views(
  url: string,
  options: { connections: number; seconds: number },
): Promise<Views> {
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
