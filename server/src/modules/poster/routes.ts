import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
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

export default function posterRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.poster
  staffRoute(app, deps, calls.list, ({ input }) => deskPosters(deps, input))
  staffRoute(app, deps, calls.info, ({ staff, input }) => deskPoster(deps, staff, input))
  staffRoute(app, deps, calls.revisions, ({ input }) => deskRevisions(deps, input))
  staffRoute(app, deps, calls.preview, ({ staff, input }) => previewPoster(deps, staff, input))
  const large = { bodyLimit }
  staffRoute(app, deps, calls.create, ({ staff, input }) => createPoster(deps, staff, input), large)
  staffRoute(app, deps, calls.save, ({ staff, input }) => savePoster(deps, staff, input), large)
  staffRoute(app, deps, calls.publish, ({ staff, input }) => publishPoster(deps, staff, input))
  staffRoute(app, deps, calls.withdraw, ({ staff, input }) => withdrawPoster(deps, staff, input))
  staffRoute(app, deps, calls.pin, ({ staff, input }) => pinPoster(deps, staff, input))
  staffRoute(app, deps, calls.remove, ({ staff, input }) => removePoster(deps, staff, input))
  staffRoute(app, deps, calls.restore, ({ staff, input }) => restorePoster(deps, staff, input))
  batchRoutes(app, deps)
  // the views still in memory
  app.addHook('onClose', () => flushViews(deps))
}

function batchRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.poster
  staffRoute(app, deps, calls.publishBatch, ({ staff, input }) =>
    publishPosters(deps, staff, input),
  )
  staffRoute(app, deps, calls.withdrawBatch, ({ staff, input }) =>
    withdrawPosters(deps, staff, input),
  )
  staffRoute(app, deps, calls.removeBatch, ({ staff, input }) => removePosters(deps, staff, input))
}
