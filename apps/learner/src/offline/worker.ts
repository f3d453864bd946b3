import { randomUuid } from '@ce/client/uuid.ts'
import {
  cacheEntriesToDelete,
  cacheStrategyOf,
  isCacheableResponse,
  isOfflineScreen,
  supportsNavigationPreload,
} from './cache-rule.ts'
import { createAppPage, createOfflinePage } from './offline-page.ts'

declare const __BUILD_FILES__: readonly string[]
declare const __BUILD_PAGE__: string
declare const __BUILD_VERSION__: string

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetched extends Lasting {
  request: Request
  preloadResponse: Promise<Response | undefined> | undefined
  respondWith(answer: Promise<Response>): void
}

interface WorkerScope {
  location: Location
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } }
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
}

function asWorker(scope: unknown): WorkerScope {
  return scope as WorkerScope
}

const worker = asWorker(self)
const family = 'h5-'
const cacheName = family + __BUILD_VERSION__
const most = 300

// No skipWaiting and no claim, because an open exam or lesson must keep its build.
worker.addEventListener('install', (event) => event.waitUntil(keepBuild()))
worker.addEventListener('activate', (event) => event.waitUntil(begin()))
worker.addEventListener('fetch', (event) => {
  const handling = cacheStrategyOf(event.request, worker.location.origin)
  if (handling === 'screen') event.respondWith(screen(event))
  if (handling === 'file') event.respondWith(file(event))
})

async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(__BUILD_FILES__)
}

/** Deletes the caches of earlier builds. */
async function begin(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(family) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  const preload = worker.registration.navigationPreload
  await (supportsNavigationPreload(navigator.userAgent) ? preload?.enable() : preload?.disable())
}

/** Gets documents from the server. When offline, responds with the app or an offline page. */
async function screen({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const { pathname } = new URL(request.url)
    return isOfflineScreen(pathname) ? createAppPage(__BUILD_PAGE__, randomUuid()) : createOfflinePage(randomUuid())
  }
}

async function file(event: Fetched): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (isCacheableResponse(answer)) event.waitUntil(keep(cache, event.request, answer.clone()))
  return answer
}

/** Ignores a failure to store, because a full device must not cause an error. */
async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  try {
    await cache.put(request, answer)
    const all = await cache.keys()
    const old = cacheEntriesToDelete(
      all.map(({ url }) => url),
      { build: __BUILD_FILES__, most },
    )
    await Promise.all(old.map((url) => cache.delete(url)))
  } catch {}
}
