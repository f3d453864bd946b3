/** What signing out needs of a player. This file stays small, so that signing out need not load the whole player. */
export interface OpenPlayer {
  close(): void
  tell(): Promise<unknown>
}

const open = new Set<OpenPlayer>()

/** Resolves when the last heartbeats of a closing player are sent. The next player's `start` waits for it. */
let closing: Promise<unknown> = Promise.resolve()

/** Registers a player to be closed on sign-out. @returns a function that unregisters it */
export function registerOpenPlayer(player: OpenPlayer): () => void {
  open.add(player)
  return () => open.delete(player)
}

export function trackClosingPlayer(sent: Promise<unknown>): void {
  closing = sent
}

/** Settles when the previous player has sent its last heartbeats or timed out. */
export const whenPlayersClosed = (): Promise<unknown> => closing

export function closeAllPlayers(): Promise<unknown> {
  for (const player of open) player.close()
  return closing
}

/** Sends the watched seconds of all open players. @returns the number of players */
export async function flushAllPlayers(): Promise<number> {
  await Promise.all([...open].map((player) => player.tell()))
  return open.size
}
