import { existsSync } from 'node:fs'
import { glob, readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { S3Client } from '../src/platform/files/s3-client.ts'
import { readS3Settings, type S3Settings } from '../src/platform/files/s3-settings.ts'
import { startSwift } from './swift.ts'

export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

type Answer = (asked: IncomingMessage, reply: ServerResponse) => unknown

export interface TestS3 {
  settings: S3Settings
  /** The variables of these settings. */
  variables: Record<string, string>
  /** Whether it is s3rver, which does not compare signatures, lets anybody read and cannot give up an upload. */
  isLax: boolean
  /** Requests since the start, as `PUT /bucket/key`. */
  asked: string[]
  /** Each answers one of the next requests in place of the store. */
  answerNext: Answer[]
  /** Lets a request through, and cuts its answer after about so many bytes. */
  cutAfter(bytes: number): Answer
  close(): Promise<void>
}

/** A server that speaks S3, by other authors: s3rver, or Swift with TEST_SWIFT. */
interface Backend {
  port: number
  keys: typeof s3Keys
  /** Answers the list of an upload's parts where the server does not know this request. */
  listParts?(upload: string): Answer
  stop(): Promise<unknown>
}

async function startS3rver(directory: string): Promise<Backend> {
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = await server.run()
  return {
    port,
    keys: s3Keys,
    listParts: (upload) => listParts(join(directory, bucket, '._S3rver_uploads', upload)),
    stop: () => server.close(),
  }
}

const bucket = 'portal'

export async function makeBucket(variables: Record<string, string>): Promise<S3Settings> {
  const settings = readS3Settings(variables)
  if (!settings) throw new Error('no settings of a store')
  // The answer has no ETag, unlike that of a content.
  const answer = await new S3Client(settings).open({ operation: 'put', method: 'PUT', key: null })
  answer.resume()
  return settings
}

/** A server behind a proxy that may disturb it. */
export async function startS3Server(directory: string): Promise<TestS3> {
  const isSwift = Boolean(process.env.TEST_SWIFT)
  const { port, keys, listParts, stop }: Backend = await (isSwift ? startSwift : startS3rver)(directory)
  const asked: string[] = []
  const answerNext: TestS3['answerNext'] = []
  const proxy = createServer((incoming, reply) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const upload = new URL(incoming.url ?? '', 'http://s3').searchParams.get('uploadId')
    const lists = incoming.method === 'GET' && upload !== null
    const answer = answerNext.shift() ?? ((lists && listParts?.(upload)) || forwardTo(port))
    answer(incoming, reply)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const variables = {
    FILES_URL: `s3://${bucket}/files/of-test`,
    FILES_ENDPOINT: origin,
    FILES_BROWSER_ENDPOINT: origin,
    FILES_ACCESS_KEY: keys.accessKeyId,
    FILES_SECRET_KEY: keys.secretAccessKey,
  }
  const settings = await makeBucket(variables)
  asked.length = 0
  return {
    settings,
    variables,
    isLax: !isSwift,
    asked,
    answerNext,
    cutAfter: (bytes) => forwardTo(port, bytes),
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((closed) => proxy.close(closed))
      await stop()
    },
  }
}

/** s3rver does not know this request, so it is answered from the files in which it keeps the parts. */
function listParts(folder: string): Answer {
  return async (_, reply) => {
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
