import { createServer } from 'node:http'

/** The reference for a page view: bare node:http that sends the same bytes and headers. */
const body = Buffer.from(process.env.BENCH_BODY ?? '', 'base64')
const headers: Record<string, string> = JSON.parse(process.env.BENCH_HEADERS ?? '{}')

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://localhost:${address.port}`)
})
process.once('SIGTERM', () => process.exit(0))
