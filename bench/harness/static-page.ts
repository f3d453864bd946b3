import { createServer, type Server } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'

export interface StaticPage {
  url: string
  html: Buffer
  close(): Promise<void>
}

interface Saved {
  type: string
  body: Buffer
  compressed: boolean
}

/** Saves a page without scripts, with the best compression. @param rendered the HTML after scripts ran */
export async function saveStaticPage(url: string, rendered?: string): Promise<StaticPage> {
  const html = withoutScripts(rendered ?? (await (await fetch(url)).text()))
  const files = new Map<string, Saved>([['/', saved('text/html; charset=utf-8', Buffer.from(html))]])
  for (const path of new Set(namedBy(html))) {
    const response = await fetch(new URL(path, url))
    if (!response.ok) continue
    const type = response.headers.get('content-type') ?? 'application/octet-stream'
    files.set(path, saved(type, Buffer.from(await response.arrayBuffer())))
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '/')
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.body.length,
      ...(file.compressed ? { 'content-encoding': 'br' } : {}),
    })
    response.end(file.body)
  })
  server.keepAliveTimeout = 65_000
  return { url: await listen(server), html: Buffer.from(html), close: () => close(server) }
}

function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>\s*/g, '')
    .replace(/<link[^>]*rel="(modulepreload|alternate|canonical)"[^>]*>\s*/g, '')
}

function namedBy(html: string): string[] {
  const named = html.matchAll(/<(?:img|link|video|source)\b[^>]*?\b(?:src|href|poster)="(\/[^"]+)"/g)
  return [...named].map(([, path = '']) => path.replaceAll('&amp;', '&'))
}

function saved(type: string, body: Buffer): Saved {
  const compressed = /^(text|image\/svg)/.test(type)
  if (!compressed) return { type, body, compressed }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return { type, body: brotliCompressSync(body, { params }), compressed }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(`http://127.0.0.1:${address.port}/`)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
