/** Formats fen as yuan, independently of the portal's code. */
export const formatChannelAmount = (fen: number) => (fen / 100).toFixed(2)
