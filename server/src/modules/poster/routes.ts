import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { publishPosters, removePosters, withdrawPosters } from './service/batch.ts'
import { createPoster } from './service/create.ts'
import { deskPoster, deskPosters, deskRevisions } from './service/desk.ts'
import { publishPoster } from './service/publish.ts'
import { previewPoster } from './service/read.ts'
import { restorePoster, savePoster } from './service/save.ts'
import { pinPoster, removePoster, withdrawPoster } from './service/state.ts'
import { flushViews } from './service/views.ts'

/** bytes: two million characters of Chinese, and their JSON */
const bodyLimit = 8 * 1024 * 1024

export default function posterRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.poster
  staffRoute(app, workloads, calls.list, ({ deps, input }) => deskPosters(deps, input))
  staffRoute(app, workloads, calls.info, ({ deps, staff, input }) => deskPoster(deps, staff, input))
  staffRoute(app, workloads, calls.revisions, ({ deps, input }) => deskRevisions(deps, input))
  staffRoute(app, workloads, calls.preview, ({ deps, staff, input }) =>
    previewPoster(deps, staff, input),
  )
  const large = { bodyLimit }
  staffRoute(
    app,
    workloads,
    calls.create,
    ({ deps, staff, input }) => createPoster(deps, staff, input),
    large,
  )
  staffRoute(
    app,
    workloads,
    calls.save,
    ({ deps, staff, input }) => savePoster(deps, staff, input),
    large,
  )
  staffRoute(app, workloads, calls.publish, ({ deps, staff, input }) =>
    publishPoster(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdraw, ({ deps, staff, input }) =>
    withdrawPoster(deps, staff, input),
  )
  staffRoute(app, workloads, calls.pin, ({ deps, staff, input }) => pinPoster(deps, staff, input))
  staffRoute(app, workloads, calls.remove, ({ deps, staff, input }) =>
    removePoster(deps, staff, input),
  )
  staffRoute(app, workloads, calls.restore, ({ deps, staff, input }) =>
    restorePoster(deps, staff, input),
  )
  batchRoutes(app, workloads)
  // the views still in memory
  app.addHook('onClose', () => flushViews(workloads.learner))
}

function batchRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.poster
  staffRoute(app, workloads, calls.publishBatch, ({ deps, staff, input }) =>
    publishPosters(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdrawBatch, ({ deps, staff, input }) =>
    withdrawPosters(deps, staff, input),
  )
  staffRoute(app, workloads, calls.removeBatch, ({ deps, staff, input }) =>
    removePosters(deps, staff, input),
  )
}
