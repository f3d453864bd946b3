import type { Db } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { Gateway } from '../../src/platform/payments/gateway.ts'

export class SimulatedCrash extends Error {}

/**
 * Makes dependencies that crash at a step, which is the start or end of a transaction or channel call. Only these steps
 * have lasting effects.
 */
export function createCrashingDeps(deps: Deps, step: number): { deps: Deps; steps: () => number } {
  let steps = 0
  let dead = false
  const mark = () => {
    steps += 1
    if (dead || steps === step) {
      dead = true
      throw new SimulatedCrash(`killed at step ${step}`)
    }
  }
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    mark()
    const result = await work()
    mark()
    return result
  }
  return {
    deps: {
      ...deps,
      db: dyingDb(deps.db, around),
      gateways: new Map([...deps.gateways].map(([name, gateway]) => [name, dyingGateway(gateway, around)])),
    },
    steps: () => steps,
  }
}

type Around = <Result>(work: () => Promise<Result>) => Promise<Result>

function dyingDb(db: Db, around: Around): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({
          execute: (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) =>
            around(() => target.transaction().execute(work)),
        })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function dyingGateway(gateway: Gateway, around: Around): Gateway {
  const { createH5, jsapi } = gateway
  return {
    ...gateway,
    ...(createH5 ? { createH5: (order) => around(() => createH5(order)) } : {}),
    ...(jsapi ? { jsapi: { ...jsapi, create: (order) => around(() => jsapi.create(order)) } } : {}),
    create: (order) => around(() => gateway.create(order)),
    query: (no) => around(() => gateway.query(no)),
    close: (no) => around(() => gateway.close(no)),
    refund: (refund) => around(() => gateway.refund(refund)),
    queryRefund: (refund) => around(() => gateway.queryRefund(refund)),
    bill: (day, findOurs) => around(() => gateway.bill(day, findOurs)),
  }
}
