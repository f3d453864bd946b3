import {
  type AnyCallDefinition,
  type Audience,
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'

/** A call of the contract or a kind of address. */
export interface RequestTarget {
  call: string
  audience: Audience | 'channel' | 'none'
  /** True for heartbeats and saved exam answers, which are nearly all requests. */
  isFrequent?: boolean
}

const kind = (call: string): RequestTarget => ({ call, audience: 'none' })

/** Health checks come every second, so they are counted but not logged. */
export const healthTarget = kind('health')
const unknownTarget = kind('unknown')
const pageTarget = kind('page')
const assetTarget = kind('asset')
export const unreadableRequestTarget = kind('unreadable')

const frequent: AnyCallDefinition[] = [clientCalls.course.learnProcess, clientCalls.exam.saveAnswer]

const byRoute = new Map<string, RequestTarget>()
addCalls(clientBase, clientCalls)
addCalls(staffBase, staffCalls)
addCalls(employerBase, employerCalls)

function addCalls(base: string, modules: Record<string, Record<string, AnyCallDefinition>>): void {
  for (const one of Object.values(modules).flatMap(Object.values<AnyCallDefinition>)) {
    const { method, path } = one
    const call = `${method} ${base}${path}`
    const audience = one === clientCalls.order.notify ? 'channel' : one.audience
    byRoute.set(call, { call, audience, isFrequent: frequent.includes(one) })
  }
}

const kinds: readonly [string, RequestTarget][] = [
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

/** @param route the registered address @param path address without query, for unknown routes */
export function requestTargetOf(method: string, route: string | undefined, path: string): RequestTarget {
  if (route === undefined) return /^\/(api|files)(\/|$)/.test(path) ? unknownTarget : pageTarget
  const call = byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${route}`)
  return call ?? kinds.find(([start]) => route.startsWith(start))?.[1] ?? assetTarget
}
