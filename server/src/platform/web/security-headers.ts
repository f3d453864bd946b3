import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

export function securityHeaders(env: Env): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
  if (env.publicUrl?.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  return headers
}

/** Security headers are set first, so that refusals and errors have them too. */
export function registerSecurityHeaders(app: FastifyInstance, env: Env): void {
  const headers = securityHeaders(env)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** The worker's policy allows requests to this origin only. Browsers check for a new file each time. */
export const serviceWorkerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
} as const

export interface DocumentKind {
  dev?: boolean
  /** Where browsers send uploads and get films. */
  fileOrigins?: readonly string[]
  hashes?: { styles: string[]; scripts: string[] }
}

export function fileOriginsOf({ fileStore, filmsOrigin }: Pick<Env, 'fileStore' | 'filmsOrigin'>): string[] {
  return [fileStore?.browserEndpoint, filmsOrigin].filter((origin) => typeof origin === 'string')
}

/** `dev` allows Vite's hot reload. */
export function documentHeaders(nonce: string, kind: DocumentKind = {}): Record<string, string> {
  const { dev, hashes, fileOrigins = [] } = kind
  const files = fileOrigins.map((origin) => ` ${origin}`).join('')
  const policy = [
    "default-src 'self'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...(hashes?.scripts ?? [])].join(' '),
    ['style-src', "'self'", `'nonce-${nonce}'`, ...(hashes?.styles ?? [])].join(' '),
    "img-src 'self' data: blob:",
    `media-src 'self' blob:${files}`,
    `connect-src 'self'${files}${dev ? ' ws: wss:' : ''}`,
    ...(dev ? ["worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    // Only the exam's camera check needs a device.
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    // The nonce is valid for one response only.
    'cache-control': 'no-cache',
  }
}
