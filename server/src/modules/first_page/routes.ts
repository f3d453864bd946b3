import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { offerContent } from '../../platform/web/public-content.ts'
import type { Workloads } from '../../platform/workloads.ts'
import {
  allFriendlinks,
  orderFriendlinks,
  removeFriendlink,
  saveFriendlink,
  visibleFriendlinks,
} from './service/friendlinks.ts'
import { postersInfo, postersList, publicContent, search } from './service/posters.ts'
import { editableConstants, readSiteInfo, saveConstants } from './service/site.ts'
import {
  allSwipers,
  orderSwipers,
  removeSwiper,
  saveSwiper,
  visibleSwipers,
} from './service/swipers.ts'
import {
  allTexts,
  decideText,
  proposeText,
  textInfo,
  textVersions,
  withdrawText,
} from './service/texts.ts'

export default function firstPageRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = clientCalls.first_page
  route(app, workloads, calls.siteInfo, ({ deps }) => readSiteInfo(deps.db))
  route(app, workloads, calls.textVersions, ({ deps, input }) => textVersions(deps, input))
  route(app, workloads, calls.textInfo, ({ deps, input }) => textInfo(deps, input))
  route(app, workloads, calls.friendlinkList, ({ deps }) => visibleFriendlinks(deps))
  route(app, workloads, calls.swiperList, ({ deps }) => visibleSwipers(deps))
  route(app, workloads, calls.postersList, ({ deps, input }) => postersList(deps, input))
  route(app, workloads, calls.postersInfo, ({ deps, input, ip }) => postersInfo(deps, input, ip))
  route(app, workloads, calls.search, ({ deps, input }) => search(deps, input))
  offerContent(app, publicContent(workloads.learner))
  staffRoutes(app, workloads)
}

/** The console's desk for the site itself. */
function staffRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.first_page
  staffRoute(app, workloads, calls.siteInfo, ({ deps }) => editableConstants(deps))
  staffRoute(app, workloads, calls.saveSiteInfo, ({ deps, staff, input }) =>
    saveConstants(deps, staff, input),
  )
  staffRoute(app, workloads, calls.swipers, ({ deps }) => allSwipers(deps))
  staffRoute(app, workloads, calls.saveSwiper, ({ deps, staff, input }) =>
    saveSwiper(deps, staff, input),
  )
  staffRoute(app, workloads, calls.removeSwiper, ({ deps, staff, input }) =>
    removeSwiper(deps, staff, input),
  )
  staffRoute(app, workloads, calls.orderSwipers, ({ deps, staff, input }) =>
    orderSwipers(deps, staff, input),
  )
  staffRoute(app, workloads, calls.friendlinks, ({ deps }) => allFriendlinks(deps))
  staffRoute(app, workloads, calls.saveFriendlink, ({ deps, staff, input }) =>
    saveFriendlink(deps, staff, input),
  )
  staffRoute(app, workloads, calls.removeFriendlink, ({ deps, staff, input }) =>
    removeFriendlink(deps, staff, input),
  )
  staffRoute(app, workloads, calls.orderFriendlinks, ({ deps, staff, input }) =>
    orderFriendlinks(deps, staff, input),
  )
  staffRoute(app, workloads, calls.texts, ({ deps, input }) => allTexts(deps, input))
  staffRoute(app, workloads, calls.proposeText, ({ deps, staff, input }) =>
    proposeText(deps, staff, input),
  )
  staffRoute(app, workloads, calls.decideText, ({ deps, staff, input }) =>
    decideText(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdrawText, ({ deps, staff, input }) =>
    withdrawText(deps, staff, input),
  )
}
