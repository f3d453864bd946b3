import type { Db } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { Gateway } from '../../src/platform/payments/gateway.ts'

/** The process is gone: nobody catches this and goes on. */
export class Killed extends Error {}

/**
 * The same portal in a process that dies at its n-th step. A step is the beginning or the end of a transaction, or of a
 * question to a channel: between any two of them nothing is done that lasts.
 */
export function dyingAt(deps: Deps, step: number): { deps: Deps; steps: () => number } {
  let steps = 0
  let dead = false
  const mark = () => {
    steps += 1
    if (dead || steps === step) {
      dead = true
      throw new Killed(`killed at step ${step}`)
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
      gateways: new Map(
        [...deps.gateways].map(([name, gateway]) => [name, dyingGateway(gateway, around)]),
      ),
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
