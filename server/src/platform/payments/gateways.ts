import type { Db } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Keys } from '../keys.ts'
import { demoGateway } from './demo-gateway.ts'
import type { Gateway } from './gateway.ts'

/** The gateways this installation has, by pay type. Production never gets the demo cashier. */
export function openGateways(options: {
  env: Env
  db: Db
  keys: Keys
  publicUrl: () => string
}): Map<string, Gateway> {
  const { env, db, keys, publicUrl } = options
  const gateways = new Map<string, Gateway>()
  if (env.demo && !env.production) gateways.set('DEMO', demoGateway({ db, keys, publicUrl }))
  return gateways
}
