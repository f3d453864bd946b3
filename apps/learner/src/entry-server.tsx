import { readCallResponse } from '@ce/client/answers.ts'
import { buildClientRequest, type ClientOutput } from '@ce/client/call.ts'
import { categoryByName } from '@ce/contract/categories'
import { escapeHtml } from '@ce/contract/escape-html'
import { phoneBase } from '@ce/contract/mobile'
import { type SiteCall, siteCall } from '@ce/site/data.ts'
import { buildPageHead, scriptSafeJson } from '@ce/site/head.ts'
import { isPhonePath } from '@ce/site/paths.ts'
import { isNotFoundError, readObjectField } from '@ce/site/title.ts'
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
import { caseSensitiveRoute, createAppRoutes } from './public-routes.tsx'

const routes = () => createAppRoutes(skeletonRoutes.map(caseSensitiveRoute))
const handlers = {
  desktop: createStaticHandler(routes()),
  phone: createStaticHandler(routes(), { basename: phoneBase }),
}
/** A name or id that no category and no content item has. */
const nothing = '-'

/** Calls the server inside its process, without a network. `path` includes the query. */
export type InternalFetch = (path: string) => Promise<{ status: number; text: string }>

export interface RenderedPage {
  status: number
  /** HTML inside `<head>`. */
  head: string
  body: string
  /** Names of the chunks of the page's own scripts and styles, separated by spaces. */
  chunk: string | null
  posterId: string | null
  /** True if the page needs its scripts at once. */
  eager: boolean
}

/** A page, a redirect, or the target whose 404 page is also used for all other missing pages of its kind. */
export type RenderedTarget = RenderedPage | { status: number; location: string } | { status: 404; sameAs: string }

/** Renders a public page, a sign-in page or a skeleton. `target` includes the query. @throws when a loader fails */
export async function render(origin: string, target: string, ask: InternalFetch): Promise<RenderedTarget> {
  const requestContext = new RouterContextProvider(new Map([[siteCall, callsBy(ask)]]))
  const url = new URL(origin + target)
  const handler = isPhonePath(url.pathname) ? handlers.phone : handlers.desktop
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) return { status: context.status, location: context.headers.get('location') ?? '/' }
  // The browser may still reach the failed call, so it renders the page itself and shows the error.
  for (const error of Object.values(context.errors ?? {})) if (!isNotFoundError(error)) throw error
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
  const { title, head, posterId } = buildPageHead({ ...context, origin, status })
  const { handle } = context.matches.at(-1)?.route ?? {}
  const chunk = readObjectField(handle, 'chunk')
  const skeleton = readObjectField(handle, 'skeleton') === true
  return {
    status,
    posterId,
    chunk: typeof chunk === 'string' && !errors ? chunk : null,
    eager: skeleton || readObjectField(handle, 'eager') === true,
    head: `<title>${escapeHtml(title)}</title>\n${head}`,
    // The browser replaces a skeleton instead of hydrating it.
    body: skeleton
      ? `<div id="root">${markup}</div>`
      : `<div id="root">${markup}</div>
<script type="application/json" id="${hydrationId}">${scriptSafeJson({ loaderData, errors })}</script>`,
  }
}

function callsBy(ask: InternalFetch): SiteCall {
  return async (name, input) => asOutput(readCallResponse(await ask(buildClientRequest(name, input).url)))
}

/** The server validates the data of code 1 with the contract's response schema, so the cast is safe. */
function asOutput<Name extends Parameters<SiteCall>[0]>(data: unknown): ClientOutput<Name> {
  return data as ClientOutput<Name>
}

/** All invented addresses of one category and kind share one 404 page to save rendering. */
function missingTarget({ matches, location }: StaticHandlerContext): string {
  const { route, params } = matches.at(-1) ?? {}
  const name = categoryByName(params?.name)?.name ?? nothing
  const kind = params?.kind ?? nothing
  const path = generatePath(route?.path ?? '', {
    ...{ name, kind },
    ...{ id: nothing, year: nothing, version: nothing },
  })
  return isPhonePath(location.pathname) ? phoneBase + path : path
}

/** A route can declare its page missing by `handle.status`; the response then has status 404. */
function statusCode({ matches, statusCode }: StaticHandlerContext): number {
  const status = readObjectField(matches.at(-1)?.route.handle, 'status')
  return typeof status === 'number' ? status : statusCode
}
