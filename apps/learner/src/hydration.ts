import type { HydrationState } from 'react-router'

/** The id of an element that holds loader data. It is no script, so the content security policy allows it. */
export const hydrationId = 'hydration'

/** Returns undefined if the server sent the empty shell. */
export function readHydration(): HydrationState | undefined {
  const text = document.getElementById(hydrationId)?.textContent
  return text ? asHydration(JSON.parse(text)) : undefined
}

/** The cast is safe, because entry-server.tsx of the same build wrote the data. */
function asHydration(value: unknown): HydrationState {
  return value as HydrationState
}
