import { phoneTarget } from '@ce/contract/mobile'

/** Where this browser belongs instead of a path (specification §2 rule 1), by the rule the server has; null: here. */
export function phoneTargetHere({ pathname, search }: { pathname: string; search: string }) {
  const { userAgent, maxTouchPoints } = navigator
  return phoneTarget(pathname, search, { userAgent, maxTouchPoints, cookie: document.cookie })
}
