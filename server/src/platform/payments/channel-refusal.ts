/** Thrown when a channel refuses a call, with the channel's code such as ORDER_NOT_EXIST. */
export class ChannelRefusal extends Error {
  readonly code: string
  /** True when the channel itself reports that it is busy or broken. */
  readonly unable: boolean
  constructor(code: string, said: string, { unable = false } = {}) {
    super(said)
    this.code = code
    this.unable = unable
  }
}

export function isRefusedWith(error: unknown, codes: readonly string[]): boolean {
  return error instanceof ChannelRefusal && codes.includes(error.code)
}
