import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../../platform/calls.ts'
import { readFromReplica } from '../../../platform/db/replicas.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import { setPublicContent } from '../../../platform/web/public-content.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import {
  listAllFriendlinks,
  listVisibleFriendlinks,
  removeFriendlink,
  reorderFriendlinks,
  saveFriendlink,
} from './service/friendlinks.ts'
import { createPublicContent, postersInfo, postersList, searchPosters } from './service/posters.ts'
import { loadEditableSiteConstants, loadSiteInfo, saveSiteConstants } from './service/site.ts'
import { listAllSwipers, listVisibleSwipers, removeSwiper, reorderSwipers, saveSwiper } from './service/swipers.ts'
import {
  decideLegalText,
  listLegalTexts,
  proposeLegalText,
  textInfo,
  textVersions,
  withdrawLegalText,
} from './service/texts.ts'

export default function firstPageRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = clientCalls.first_page
  registerRoute(app, workloads, calls.siteInfo, ({ deps }) => readFromReplica(deps, loadSiteInfo))
  registerRoute(app, workloads, calls.textVersions, ({ deps, input }) =>
    readFromReplica(deps, (db) => textVersions({ db }, input)),
  )
  registerRoute(app, workloads, calls.textInfo, ({ deps, input }) =>
    readFromReplica(deps, (db) => textInfo({ db }, input)),
  )
  registerRoute(app, workloads, calls.friendlinkList, ({ deps }) =>
    readFromReplica(deps, (db) => listVisibleFriendlinks({ db })),
  )
  registerRoute(app, workloads, calls.swiperList, ({ deps }) =>
    readFromReplica(deps, (db) => listVisibleSwipers({ db })),
  )
  registerRoute(app, workloads, calls.postersList, ({ deps, input }) => postersList(deps, input))
  registerRoute(app, workloads, calls.postersInfo, ({ deps, input, ip }) => postersInfo(deps, input, ip))
  registerRoute(app, workloads, calls.search, ({ deps, input }) => searchPosters(deps, input))
  setPublicContent(app, createPublicContent(workloads.learner))
  staffRoutes(app, workloads)
}

function staffRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.first_page
  registerStaffRoute(app, workloads, calls.siteInfo, ({ deps }) => loadEditableSiteConstants(deps))
  registerStaffRoute(app, workloads, calls.saveSiteInfo, ({ deps, staff, input }) =>
    saveSiteConstants(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.swipers, ({ deps }) => listAllSwipers(deps))
  registerStaffRoute(app, workloads, calls.saveSwiper, ({ deps, staff, input }) => saveSwiper(deps, staff, input))
  registerStaffRoute(app, workloads, calls.removeSwiper, ({ deps, staff, input }) => removeSwiper(deps, staff, input))
  registerStaffRoute(app, workloads, calls.orderSwipers, ({ deps, staff, input }) => reorderSwipers(deps, staff, input))
  registerStaffRoute(app, workloads, calls.friendlinks, ({ deps }) => listAllFriendlinks(deps))
  registerStaffRoute(app, workloads, calls.saveFriendlink, ({ deps, staff, input }) =>
    saveFriendlink(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.removeFriendlink, ({ deps, staff, input }) =>
    removeFriendlink(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.orderFriendlinks, ({ deps, staff, input }) =>
    reorderFriendlinks(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.texts, ({ deps, input }) => listLegalTexts(deps, input))
  registerStaffRoute(app, workloads, calls.proposeText, ({ deps, staff, input }) =>
    proposeLegalText(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.decideText, ({ deps, staff, input }) => decideLegalText(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdrawText, ({ deps, staff, input }) =>
    withdrawLegalText(deps, staff, input),
  )
}
