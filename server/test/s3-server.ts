import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { readS3Settings, type S3Settings } from '../src/platform/files/s3-settings.ts'

export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

type Answer = (asked: IncomingMessage, reply: ServerResponse) => void

export interface TestS3 {
  settings: S3Settings
  /** Requests since the start, as `PUT /bucket/key`. */
  asked: string[]
  /** Each answers one of the next requests in place of the store. */
  answerNext: Answer[]
  /** Lets a request through, and cuts its answer after about so many bytes. */
  cutAfter(bytes: number): Answer
  close(): Promise<void>
}

/** An S3-compatible server by other authors, behind a proxy that may disturb it. */
export async function startS3Server(directory: string): Promise<TestS3> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'portal' }],
  })
  const { port } = await server.run()
  const asked: string[] = []
  const answerNext: TestS3['answerNext'] = []
  const proxy = createServer((incoming, reply) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const answer = answerNext.shift() ?? forwardTo(port)
    answer(incoming, reply)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const settings = readS3Settings({
    FILES_URL: 's3://portal/files/of-test',
    FILES_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    FILES_ACCESS_KEY: s3Keys.accessKeyId,
    FILES_SECRET_KEY: s3Keys.secretAccessKey,
  })
  if (!settings) throw new Error('no settings of a store')
  return {
    settings,
    asked,
    answerNext,
    cutAfter: (bytes) => forwardTo(port, bytes),
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((closed) => proxy.close(closed))
      await server.close()
    },
  }
}

function forwardTo(port: number, cutAfter = Number.POSITIVE_INFINITY): Answer {
  return (incoming, reply) => {
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        if (bytes > cutAfter) reply.destroy()
        else reply.write(piece)
        bytes += piece.length
      })
      answer.on('end', () => reply.end())
    })
    forwarded.on('error', () => reply.destroy())
    incoming.pipe(forwarded)
  }
}
