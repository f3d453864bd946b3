import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { readSiteInfo } from './service.ts'

export default function firstPageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, clientCalls.first_page.siteInfo, () => readSiteInfo(deps.db))
}
