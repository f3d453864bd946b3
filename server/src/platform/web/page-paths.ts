/** one segment: an id, a code, an order number */
const any = '[^/]+'

/** The paths with a page behind them (specification §2); any other is not found, with HTTP 404. */
const pagePaths = [
  '/',
  '/index',
  '/login',
  '/register',
  '/error',
  '/system',
  '/system/(dashboard|sign|my-courses|grant|orders|profile)',
  `/system/my-courses/${any}`,
  `/system/my-courses/${any}/${any}`,
  `/exam/${any}/${any}`,
  '/grant/detail',
  `/verify/${any}`,
  '/verify',
].map((path) => new RegExp(`^${path}/?$`))

/** Whether a path (without its query) has a page; /notfound itself has none. */
export function isPage(path: string): boolean {
  return pagePaths.some((known) => known.test(path))
}
