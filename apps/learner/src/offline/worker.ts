import { uuid } from '@ce/client/uuid.ts'
import { handlingOf, mayKeep, mayPreload, opensOffline, surplus } from './cache-rule.ts'
import { appPage, offlinePage } from './offline-page.ts'

/** put in by the build (worker-plugin.ts): the addresses of its files, the app's document, and a name of its own */
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

/** What of a service worker's world is used here; the types of pages know none of it. */
interface WorkerScope {
  location: Location
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } }
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
}

/** This file runs as a service worker only. */
function asWorker(scope: unknown): WorkerScope {
  return scope as WorkerScope
}

const worker = asWorker(self)
const family = 'h5-'
const cacheName = family + __BUILD_VERSION__
/** files a cache may hold: public pages of phones bring some of other builds */
const most = 300

// No skipWaiting, no claim: an exam or a lesson that is open ends with the build it began with. The next build takes
// over when the last screen of this one is closed.
worker.addEventListener('install', (event) => event.waitUntil(keepBuild()))
worker.addEventListener('activate', (event) => event.waitUntil(begin()))
worker.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, worker.location.origin)
  if (handling === 'screen') event.respondWith(screen(event))
  if (handling === 'file') event.respondWith(file(event))
})

async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(__BUILD_FILES__)
}

/** Drops what earlier builds kept; documents may be asked for while the worker still wakes up. */
async function begin(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(family) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  const preload = worker.registration.navigationPreload
  await (mayPreload(navigator.userAgent) ? preload?.enable() : preload?.disable())
}

/** A document always comes from the server; when it does not come, the app itself where it has something to show, else the words for that. */
async function screen({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const { pathname } = new URL(request.url)
    return opensOffline(pathname) ? appPage(__BUILD_PAGE__, uuid()) : offlinePage(uuid())
  }
}

async function file(event: Fetched): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (mayKeep(answer)) event.waitUntil(keep(cache, event.request, answer.clone()))
  return answer
}

/** A full store of the phone is no reason to fail. */
async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  try {
    await cache.put(request, answer)
    const all = await cache.keys()
    const old = surplus(
      all.map(({ url }) => url),
      { build: __BUILD_FILES__, most },
    )
    await Promise.all(old.map((url) => cache.delete(url)))
  } catch {
    // it comes from the network next time
  }
}
