import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'
import { registerAssets } from './assets.ts'
import { openDevPages } from './dev-pages.ts'
import { documentHeaders } from './security-headers.ts'

/** The portal's document for a path, with `__NONCE__` where each answer's nonce goes. */
export type Shell = (url: string) => Promise<string>

/** The pages as built, or straight from their sources while developing. @throws StartError when nothing is built */
export async function openPages(app: FastifyInstance, env: Env): Promise<Shell> {
  if (env.dev) return openDevPages(app)
  const html = await readFile(join(env.pagesDir, 'index.html'), 'utf8').catch(() => {
    throw new StartError(`the pages are not built (no ${env.pagesDir}/index.html): npm run build`)
  })
  await registerAssets(app, env.pagesDir)
  return async () => html
}

/** Sends a document under the one policy, with a nonce of its own. */
export function sendDocument(reply: FastifyReply, html: string, dev = false): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  reply.headers(documentHeaders(nonce, dev))
  // a function: `$&` in the markup is text, not a pattern
  return reply.send(html.replaceAll('__NONCE__', () => nonce))
}
