import { existsSync } from 'node:fs'
import { glob, readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { readS3Settings, type S3Settings } from '../src/platform/files/s3-settings.ts'

export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

type Answer = (asked: IncomingMessage, reply: ServerResponse) => unknown

export interface TestS3 {
  settings: S3Settings
  /** The variables of these settings. */
  variables: Record<string, string>
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
    const upload = new URL(incoming.url ?? '', 'http://s3').searchParams.get('uploadId')
    const lists = incoming.method === 'GET' && upload !== null
    const answer = answerNext.shift() ?? (lists ? listParts(directory, upload) : forwardTo(port))
    answer(incoming, reply)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const variables = {
    FILES_URL: 's3://portal/files/of-test',
    FILES_ENDPOINT: origin,
    FILES_BROWSER_ENDPOINT: origin,
    FILES_ACCESS_KEY: s3Keys.accessKeyId,
    FILES_SECRET_KEY: s3Keys.secretAccessKey,
  }
  const settings = readS3Settings(variables)
  if (!settings) throw new Error('no settings of a store')
  return {
    settings,
    variables,
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

/** The server does not know this request, so it is answered from the files in which it keeps the parts. */
function listParts(directory: string, upload: string): Answer {
  return async (_, reply) => {
    const folder = join(directory, 'portal/._S3rver_uploads', upload)
    if (!existsSync(folder)) return void reply.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>')
    const parts: string[] = []
    for await (const name of glob('*.md5', { cwd: folder })) {
      const number = name.replace('.md5', '')
      const tag = await readFile(join(folder, name), 'utf8')
      const { size } = await stat(join(folder, number))
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>"${tag}"</ETag><Size>${size}</Size></Part>`)
    }
    reply.writeHead(200).end(`<R><IsTruncated>false</IsTruncated>${parts.join('')}</R>`)
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
