import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { phoneBase } from '@ce/contract/mobile'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { type Encoding, encode, encodingFor } from './encoding.ts'
import { workerHeaders } from './security-headers.ts'

const mimes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const compressible = /^(text|application\/(json|manifest|wasm)|image\/svg)/

/**
 * Serves what the build left beside index.html. The list is made once, so no address reaches another file; each
 * file is read and compressed at its first request and kept. `base` stands before every address. Names under /assets/ hold a hash of the content.
 */
export async function registerAssets(
  app: FastifyInstance,
  folder: string,
  base = '',
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    const mime = mimes[extname(entry.name)]
    if (!entry.isFile() || !mime || url.startsWith('/.')) continue
    const cache = url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const asset = {
      headers: {
        'content-type': mime,
        'cache-control': cache,
        ...(isWorker(url) && workerHeaders),
      },
      compressible: compressible.test(mime),
      content: keptContent(path),
    }
    app.get(base + url, (request, reply) => send(request, reply, asset))
  }
  app.get(`${base}/assets/*`, () => refuse('file.gone'))
}

/** A service worker keeps its name through all builds (apps/learner/worker-plugin.ts). */
const isWorker = (url: string) => url === `${phoneBase}/sw.js`

interface Asset {
  headers: Record<string, string>
  compressible: boolean
  content: (encoding: Encoding) => Promise<Buffer>
}

async function send(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const able = asset.compressible
  const encoding = able ? encodingFor(request.headers['accept-encoding']) : 'identity'
  reply.headers(asset.headers)
  if (able) reply.header('vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await asset.content(encoding))
}

/** A file's bytes in each encoding that was ever asked for, worked out once. */
function keptContent(path: string): Asset['content'] {
  const kept = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const known = kept.get(encoding)
    if (known) return known
    // a new build has replaced it: gone, as any unknown name
    const made = encoding === 'br' ? readBrotli(path) : readEncoded(path, encoding)
    kept.set(encoding, made)
    made.catch(() => kept.delete(encoding))
    return made
  }
}

/** As the build compressed it; a file without a copy is compressed here. */
function readBrotli(path: string): Promise<Buffer> {
  return readFile(`${path}.br`).catch(() => readEncoded(path, 'br'))
}

async function readEncoded(path: string, encoding: Encoding): Promise<Buffer> {
  // a new build has replaced it: gone, as any unknown name
  const content = await readFile(path).catch(() => refuse('file.gone'))
  return encode(content, encoding, 9)
}
