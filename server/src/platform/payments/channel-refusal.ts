/** What a channel refuses, by its own code: ORDER_NOT_EXIST, ACQ.TRADE_NOT_EXIST … */
export class ChannelRefusal extends Error {
  readonly code: string
  constructor(code: string, said: string) {
    super(said)
    this.code = code
  }
}

export function refusedAs(error: unknown, codes: readonly string[]): boolean {
  return error instanceof ChannelRefusal && codes.includes(error.code)
}
