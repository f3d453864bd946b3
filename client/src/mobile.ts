import { desktopCookie, desktopPath, phoneBase, phoneTarget } from '@ce/contract/mobile'

/** days that a choice of the desktop version holds */
const desktopDays = 30

/** Where this browser belongs instead of a path (specification §2 rule 1), by the rule the server has; null: here. */
export function phoneTargetHere({ pathname, search }: { pathname: string; search: string }) {
  const { userAgent, maxTouchPoints } = navigator
  return phoneTarget(pathname, search, { userAgent, maxTouchPoints, cookie: document.cookie })
}

/** 电脑版: remembers the choice and opens the page that stands open on the phone in its desktop version. */
export function goDesktop(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${desktopCookie}=1; path=/; max-age=${desktopDays * 86_400}; samesite=lax`
  location.assign(desktopPath(location.pathname) + location.search + location.hash)
}

/** 手机版: forgets it again, and opens the page that stands open in its version for phones. */
export function goPhone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${desktopCookie}=; path=/; max-age=0; samesite=lax`
  location.assign(phoneBase + location.pathname + location.search + location.hash)
}
