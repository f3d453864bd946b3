import { readAnswer } from '@ce/client/answers.ts'
import { type Output, request } from '@ce/client/call.ts'
import { categoryOf } from '@ce/contract/categories'
import { escapeHtml } from '@ce/contract/escape-html'
import { phoneBase } from '@ce/contract/mobile'
import { type SiteCall, siteCall } from '@ce/site/data.ts'
import { dataJson, pageHead } from '@ce/site/head.ts'
import { isPhonePath } from '@ce/site/paths.ts'
import { field, isMissing } from '@ce/site/title.ts'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { skeletonRoutes } from './first-paint.tsx'
import { hydrationId } from './hydration.ts'
import { appRoutes, exact } from './public-routes.tsx'

const routes = () => appRoutes(skeletonRoutes.map(exact))
/** one for each shell: below /h5 the router's base stands before every path */
const handlers = {
  desktop: createStaticHandler(routes()),
  phone: createStaticHandler(routes(), { basename: phoneBase }),
}
/** in place of a name or an id: no category and no item has it */
const nothing = '-'

/** Asks the server for one of its own calls, without a network: a path with its query. */
export type Ask = (path: string) => Promise<{ status: number; text: string }>

/** A public page as the server sends it. */
export interface RenderedPage {
  status: number
  /** markup */
  head: string
  body: string
  /** where the page's scripts and styles are besides the entry's: names with a blank between */
  chunk: string | null
  /** the item it is about */
  posterId: string | null
  /** it is of no use without its scripts: they are fetched at once */
  eager: boolean
}

/** What the server sends for a page, where to go instead, or the target whose page stands for all missing like it. */
export type Rendered =
  | RenderedPage
  | { status: number; location: string }
  | { status: 404; sameAs: string }

/**
 * Renders one page: a public one, a door, or what of a learner's screen is known before anybody is. `origin` is the portal's public address, `target` a path with its query.
 * @throws when a loader could not have its data, or rendering broke
 */
export async function render(origin: string, target: string, ask: Ask): Promise<Rendered> {
  const requestContext = new RouterContextProvider(new Map([[siteCall, callsBy(ask)]]))
  const url = new URL(origin + target)
  const handler = isPhonePath(url.pathname) ? handlers.phone : handlers.desktop
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response)
    return { status: context.status, location: context.headers.get('location') ?? '/' }
  // the reader's browser may still get through: it renders the shell and tells them
  for (const error of Object.values(context.errors ?? {})) if (!isMissing(error)) throw error
  const sameAs = context.errors ? missingTarget(context) : target
  if (sameAs !== target) return { status: 404, sameAs }
  const router = createStaticRouter(handler.dataRoutes, context)
  const markup = renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  )
  const { loaderData, errors } = context
  const status = statusCode(context)
  const { title, head, posterId } = pageHead({ ...context, origin, status })
  const { handle } = context.matches.at(-1)?.route ?? {}
  const chunk = field(handle, 'chunk')
  const skeleton = field(handle, 'skeleton') === true
  return {
    status,
    posterId,
    chunk: typeof chunk === 'string' && !errors ? chunk : null,
    eager: skeleton || field(handle, 'eager') === true,
    head: `<title>${escapeHtml(title)}</title>\n${head}`,
    // a skeleton is replaced, not taken over
    body: skeleton
      ? `<div id="root">${markup}</div>`
      : `<div id="root">${markup}</div>
<script type="application/json" id="${hydrationId}">${dataJson({ loaderData, errors })}</script>`,
  }
}

/** The loaders' calls: the same paths and envelopes as over the network. */
function callsBy(ask: Ask): SiteCall {
  return async (name, input) => asOutput(readAnswer(await ask(request(name, input).url)))
}

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
function asOutput<Name extends Parameters<SiteCall>[0]>(data: unknown): Output<Name> {
  return data as Output<Name>
}

/** Who follows made-up addresses is answered from one page for each category and kind, and costs no rendering. */
function missingTarget({ matches, location }: StaticHandlerContext): string {
  const { route, params } = matches.at(-1) ?? {}
  const name = categoryOf(params?.name)?.name ?? nothing
  const kind = params?.kind ?? nothing
  const path = generatePath(route?.path ?? '', {
    ...{ name, kind },
    ...{ id: nothing, year: nothing, version: nothing },
  })
  return isPhonePath(location.pathname) ? phoneBase + path : path
}

/** A page that says that there is none (`handle.status`) is 404 like an item that is missing. */
function statusCode({ matches, statusCode }: StaticHandlerContext): number {
  const status = field(matches.at(-1)?.route.handle, 'status')
  return typeof status === 'number' ? status : statusCode
}
