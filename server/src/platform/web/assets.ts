import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { phoneBase } from '@ce/contract/mobile'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { type ContentEncoding, chooseEncoding, compressBytes } from './documents.ts'
import { serviceWorkerHeaders } from './security-headers.ts'

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
 * The list of files is fixed at the start, so no other file can be requested. Names under /assets/ contain a hash, so
 * browsers may keep these files for a year.
 */
export async function registerAssets(app: FastifyInstance, folder: string, base = ''): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    const mime = mimes[extname(entry.name)]
    if (!entry.isFile() || !mime || url.startsWith('/.')) continue
    const cache = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    const asset = {
      headers: {
        'content-type': mime,
        'cache-control': cache,
        ...(isWorker(url) && serviceWorkerHeaders),
      },
      compressible: compressible.test(mime),
      content: keptContent(path),
    }
    app.get(base + url, (request, reply) => send(request, reply, asset))
  }
  app.get(`${base}/assets/*`, () => refuse('file.gone'))
}

/** The service worker keeps its name in all builds (apps/learner/worker-plugin.ts). */
const isWorker = (url: string) => url === `${phoneBase}/sw.js`

interface Asset {
  headers: Record<string, string>
  compressible: boolean
  content: (encoding: ContentEncoding) => Promise<Buffer>
}

async function send(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const able = asset.compressible
  const encoding = able ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  reply.headers(asset.headers)
  if (able) reply.header('vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await asset.content(encoding))
}

function keptContent(path: string): Asset['content'] {
  const kept = new Map<ContentEncoding, Promise<Buffer>>()
  return (encoding) => {
    const known = kept.get(encoding)
    if (known) return known
    // When reading fails because a new build has removed the file, the failure is not cached.
    const made = encoding === 'br' ? readBrotli(path) : readEncoded(path, encoding)
    kept.set(encoding, made)
    made.catch(() => kept.delete(encoding))
    return made
  }
}

/** Uses the copy that the build compressed, or compresses now. */
function readBrotli(path: string): Promise<Buffer> {
  return readFile(`${path}.br`).catch(() => readEncoded(path, 'br'))
}

async function readEncoded(path: string, encoding: ContentEncoding): Promise<Buffer> {
  // A new build has removed the file, so respond as for an unknown name.
  const content = await readFile(path).catch(() => refuse('file.gone'))
  return compressBytes(content, encoding, 9)
}
