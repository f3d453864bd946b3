import { useMatches } from 'react-router'
import type { PageHandle } from '../page-route.ts'

export function usePageHandle(): PageHandle | undefined {
  const matches = useMatches()
  return matches.map(({ handle }) => handle).findLast(isPageHandle)
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return Boolean(handle && typeof handle === 'object' && 'title' in handle)
}
