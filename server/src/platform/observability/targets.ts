import {
  type AnyCall,
  type Audience,
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'

/** What a request was for, as metrics, log and traces name it: a call of the contract, or a kind of address. */
export interface Target {
  /** `POST /api/client/student/v1/login`, or the kind */
  call: string
  audience: Audience | 'channel' | 'none'
}

const kind = (call: string): Target => ({ call, audience: 'none' })

/** Asked every second by who watches: counted, and not logged. */
export const healthTarget = kind('health')
/** An address without a route below /api or /files. */
const unknownTarget = kind('unknown')
const pageTarget = kind('page')
const assetTarget = kind('asset')
/** Not even routed, or no HTTP. */
export const unreadableTarget = kind('unreadable')

const byRoute = new Map<string, Target>()
addCalls(clientBase, clientCalls)
addCalls(staffBase, staffCalls)
addCalls(employerBase, employerCalls)

function addCalls(base: string, modules: Record<string, Record<string, AnyCall>>): void {
  for (const { method, path, audience } of Object.values(modules).flatMap(Object.values<AnyCall>)) {
    const call = `${method} ${base}${path}`
    const notified = path === clientCalls.order.notify.path && base === clientBase
    byRoute.set(call, { call, audience: notified ? 'channel' : audience })
  }
}

/** Routes that are no calls, by how their addresses begin. */
const kinds: readonly [string, Target][] = [
  ['/healthz', healthTarget],
  ['/readyz', healthTarget],
  ['/files/', kind('file')],
  ['/api/docs', kind('api description')],
  ['/api/client/openapi.json', kind('api description')],
  ['/proof', kind('document')],
  ['/invoice', kind('document')],
  ['/verify/offline', kind('document')],
  ['/.well-known/', kind('document')],
  ['/cashier/', kind('demo cashier')],
  ['/version/', pageTarget],
  ['/sitemap.xml', kind('feed')],
  ['/rss.xml', kind('feed')],
  ['/robots.txt', kind('feed')],
]

/**
 * @param route the address as it was registered; undefined: there is no such route
 * @param path without a query, where there is no route
 */
export function targetOf(method: string, route: string | undefined, path: string): Target {
  if (route === undefined) return /^\/(api|files)(\/|$)/.test(path) ? unknownTarget : pageTarget
  const call = byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${route}`)
  return call ?? kinds.find(([start]) => route.startsWith(start))?.[1] ?? assetTarget
}

/** The target of a call of the contract. */
export function targetOfCall(base: string, { method, path }: Pick<AnyCall, 'method' | 'path'>) {
  return byRoute.get(`${method} ${base}${path}`) ?? unknownTarget
}
