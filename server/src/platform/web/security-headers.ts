import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** What every answer carries; documents and files say more for themselves. */
export function securityHeaders(env: Env): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
  if (env.publicUrl?.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  return headers
}

/** Set before anything else answers, so that refusals and errors carry them too. */
export function registerSecurityHeaders(app: FastifyInstance, env: Env): void {
  const headers = securityHeaders(env)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Of a service worker, which has a policy of its own: it fetches for its pages, from this origin only. Asked for anew
 * each time, so that a new build is noticed.
 */
export const workerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
} as const

interface DocumentKind {
  dev?: boolean
  /** of what is inside the document without a nonce, as the policy names it */
  hashes?: { styles: string[]; scripts: string[] }
}

/**
 * The one policy of every document (stack.md). It outlives client-side navigation.
 * `dev`: Vite's hot reload needs its socket, and a worker of its own that waits for a restarted server.
 */
export function documentHeaders(nonce: string, kind: DocumentKind = {}): Record<string, string> {
  const { dev, hashes } = kind
  const policy = [
    "default-src 'self'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...(hashes?.scripts ?? [])].join(' '),
    ['style-src', "'self'", `'nonce-${nonce}'`, ...(hashes?.styles ?? [])].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self'${dev ? ' ws: wss:' : ''}`,
    ...(dev ? ["worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    // the exam's camera check; nothing else of a device is ever needed
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    // the nonce is good for one answer
    'cache-control': 'no-cache',
  }
}
