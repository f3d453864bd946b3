/** As a channel writes an amount; its own, so that it does not err as the portal does. */
export const yuan = (fen: number) => (fen / 100).toFixed(2)
