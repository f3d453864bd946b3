import type { HydrationState } from 'react-router'

/** The element that carries what the server's loaders gave; data, so no script runs and the policy has no say. */
export const hydrationId = 'hydration'

/** What the server rendered this page from; undefined when it sent the empty shell. */
export function readHydration(): HydrationState | undefined {
  const text = document.getElementById(hydrationId)?.textContent
  return text ? asHydration(JSON.parse(text)) : undefined
}

/** entry-server.tsx wrote it, of the same build. */
function asHydration(value: unknown): HydrationState {
  return value as HydrationState
}
