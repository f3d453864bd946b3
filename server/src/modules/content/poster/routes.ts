import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { publishPosters, removePosters, withdrawPosters } from './service/batch.ts'
import { deskPoster, deskPosterRevisions, deskPosters } from './service/desk.ts'
import { previewPoster } from './service/read.ts'
import { createPoster, restorePoster, savePoster } from './service/save.ts'
import { pinPoster, publishPoster, removePoster, withdrawPoster } from './service/state.ts'
import { flushPosterViews } from './service/views.ts'

/** A limit in bytes, enough for two million Chinese characters. */
const bodyLimit = 8 * 1024 * 1024

export default function posterRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.poster
  registerStaffRoute(app, workloads, calls.list, ({ deps, input }) => deskPosters(deps, input))
  registerStaffRoute(app, workloads, calls.info, ({ deps, staff, input }) => deskPoster(deps, staff, input))
  registerStaffRoute(app, workloads, calls.revisions, ({ deps, input }) => deskPosterRevisions(deps, input))
  registerStaffRoute(app, workloads, calls.preview, ({ deps, staff, input }) => previewPoster(deps, staff, input))
  const large = { bodyLimit }
  registerStaffRoute(app, workloads, calls.create, ({ deps, staff, input }) => createPoster(deps, staff, input), large)
  registerStaffRoute(app, workloads, calls.save, ({ deps, staff, input }) => savePoster(deps, staff, input), large)
  registerStaffRoute(app, workloads, calls.publish, ({ deps, staff, input }) => publishPoster(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdraw, ({ deps, staff, input }) => withdrawPoster(deps, staff, input))
  registerStaffRoute(app, workloads, calls.pin, ({ deps, staff, input }) => pinPoster(deps, staff, input))
  registerStaffRoute(app, workloads, calls.remove, ({ deps, staff, input }) => removePoster(deps, staff, input))
  registerStaffRoute(app, workloads, calls.restore, ({ deps, staff, input }) => restorePoster(deps, staff, input))
  batchRoutes(app, workloads)
  // Write the view counts that are still in memory.
  app.addHook('onClose', () => flushPosterViews(workloads.learner))
}

function batchRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.poster
  registerStaffRoute(app, workloads, calls.publishBatch, ({ deps, staff, input }) => publishPosters(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdrawBatch, ({ deps, staff, input }) =>
    withdrawPosters(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.removeBatch, ({ deps, staff, input }) => removePosters(deps, staff, input))
}
