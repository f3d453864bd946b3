import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { offerContent } from '../../platform/web/public-content.ts'
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
import { allTexts, publishText } from './service/texts.ts'

export default function firstPageRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = clientCalls.first_page
  route(app, deps, calls.siteInfo, () => readSiteInfo(deps.db))
  route(app, deps, calls.friendlinkList, () => visibleFriendlinks(deps))
  route(app, deps, calls.swiperList, () => visibleSwipers(deps))
  route(app, deps, calls.postersList, ({ input }) => postersList(deps, input))
  route(app, deps, calls.postersInfo, ({ input, ip }) => postersInfo(deps, input, ip))
  route(app, deps, calls.search, ({ input }) => search(deps, input))
  offerContent(app, publicContent(deps))
  staffRoutes(app, deps)
}

/** The console's desk for the site itself. */
function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.first_page
  staffRoute(app, deps, calls.siteInfo, () => editableConstants(deps))
  staffRoute(app, deps, calls.saveSiteInfo, ({ staff, input }) => saveConstants(deps, staff, input))
  staffRoute(app, deps, calls.swipers, () => allSwipers(deps))
  staffRoute(app, deps, calls.saveSwiper, ({ staff, input }) => saveSwiper(deps, staff, input))
  staffRoute(app, deps, calls.removeSwiper, ({ staff, input }) => removeSwiper(deps, staff, input))
  staffRoute(app, deps, calls.orderSwipers, ({ staff, input }) => orderSwipers(deps, staff, input))
  staffRoute(app, deps, calls.friendlinks, () => allFriendlinks(deps))
  staffRoute(app, deps, calls.saveFriendlink, ({ staff, input }) =>
    saveFriendlink(deps, staff, input),
  )
  staffRoute(app, deps, calls.removeFriendlink, ({ staff, input }) =>
    removeFriendlink(deps, staff, input),
  )
  staffRoute(app, deps, calls.orderFriendlinks, ({ staff, input }) =>
    orderFriendlinks(deps, staff, input),
  )
  staffRoute(app, deps, calls.texts, ({ input }) => allTexts(deps, input))
  staffRoute(app, deps, calls.publishText, ({ staff, input }) => publishText(deps, staff, input))
}
