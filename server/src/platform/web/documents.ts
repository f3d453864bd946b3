import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { documentHeaders } from './security-headers.ts'

/** Where documents come from, built or straight from their sources. */
export interface Pages {
  /** the empty document for a path of either shell, with `__NONCE__` where each answer's nonce goes */
  shell: (url: string) => Promise<string>
  /** the console's; null: not built */
  console: ((url: string) => Promise<string>) | null
  /** answers with a page rendered here; null: this installation renders none */
  site: ((request: FastifyRequest, reply: FastifyReply, target: string) => Promise<unknown>) | null
  /** what visitors see has changed */
  clear: () => void
  /** it may have changed: the database cannot say so at present */
  clearKept: () => void
}

/**
 * Says in a document how many of a hundred visits measure how fast it was (client/src/reporting/), and of a practice portal that it is one
 * (client/src/practice.ts).
 */
export function withSettings(
  html: string,
  { vitalsPercent, practice }: Pick<Env, 'vitalsPercent' | 'practice'>,
): string {
  const told = html.replace('__VITALS_PERCENT__', `${vitalsPercent}`)
  return practice ? told.replace('</head>', '<meta name="practice" content="1" />\n</head>') : told
}

/** Sends a document under the one policy, with a nonce of its own. */
export function sendDocument(reply: FastifyReply, html: string, dev = false): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  reply.headers(documentHeaders(nonce, { dev }))
  // a function: `$&` in the markup is text, not a pattern
  return reply.send(html.replaceAll('__NONCE__', () => nonce))
}
