/** What a channel refuses, by its own code: ORDER_NOT_EXIST, ACQ.TRADE_NOT_EXIST … */
export class ChannelRefusal extends Error {
  readonly code: string
  /** not of what we asked: the channel is busy or broken, and says so itself */
  readonly unable: boolean
  constructor(code: string, said: string, { unable = false } = {}) {
    super(said)
    this.code = code
    this.unable = unable
  }
}

/** Whether it is the channel's own refusal, by one of these codes; a network error is not. */
export function refusedAs(error: unknown, codes: readonly string[]): boolean {
  return error instanceof ChannelRefusal && codes.includes(error.code)
}
