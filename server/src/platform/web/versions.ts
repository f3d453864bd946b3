import { desktopCookie, versionPath, versionTarget } from '@ce/contract/mobile'
import type { FastifyInstance } from 'fastify'

/** how long a choice of the desktop version holds, seconds */
const holds = { desktop: 30 * 86_400, phone: 0 }

/** 电脑版 and 手机版 as links, so that they work without scripts: the choice is a cookie, the answer leads to the page. */
export function registerVersions(app: FastifyInstance): void {
  for (const version of ['desktop', 'phone'] as const)
    app.get<{ Querystring: { to?: string | string[] } }>(
      `${versionPath}/${version}`,
      async (request, reply) => {
        const seconds = holds[version]
        reply.header(
          'set-cookie',
          `${desktopCookie}=${seconds ? 1 : ''}; Path=/; Max-Age=${seconds}; SameSite=Lax`,
        )
        return reply.redirect(versionTarget(version, String(request.query.to ?? '')), 302)
      },
    )
}
