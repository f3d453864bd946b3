import { createCircuit } from '../circuit.ts'
import { ChannelRefusal } from './channel-refusal.ts'
import type { Gateway } from './gateway.ts'

export const gatewayCircuit = {
  pauses: { firstMs: 2000, longestMs: 60_000 },
  isAnswer: (error: unknown) => error instanceof ChannelRefusal && !error.unable,
}

/** Queries, closings, refunds and bills always pass the circuit breaker, because they are rare. */
export function addCircuitBreaker(gateway: Gateway, now: () => number = () => performance.now()): Gateway {
  const { through, isPaused } = createCircuit(now, gatewayCircuit)
  const { create, createH5, jsapi } = gateway
  return {
    ...gateway,
    isPaused,
    create: (wish) => through(() => create(wish)),
    ...(createH5 ? { createH5: (wish) => through(() => createH5(wish)) } : {}),
    ...(jsapi ? { jsapi: { ...jsapi, create: (wish) => through(() => jsapi.create(wish)) } } : {}),
  }
}
