import { measureChannelCall } from '../observability/channel-calls.ts'
import { ChannelRefusal } from './channel-refusal.ts'
import type { Gateway } from './gateway.ts'

/** The same channel, whose calls are timed and traced: by what was asked, never by which order. */
export function measuredGateway(gateway: Gateway): Gateway {
  const { channel, create, createH5, jsapi, query, close, refund, queryRefund, bill } = gateway
  const measured = <Given extends unknown[], Answer>(
    operation: string,
    ask: (...given: Given) => Promise<Answer>,
  ) => {
    return (...given: Given) =>
      measureChannelCall({ channel, operation, isRefusal }, () => ask(...given))
  }
  return {
    ...gateway,
    create: measured('create', create),
    ...(createH5 ? { createH5: measured('create h5', createH5) } : {}),
    ...(jsapi
      ? {
          jsapi: {
            ...jsapi,
            payerOf: measured('payer', jsapi.payerOf),
            create: measured('create jsapi', jsapi.create),
          },
        }
      : {}),
    query: measured('query', query),
    close: measured('close', close),
    refund: measured('refund', refund),
    queryRefund: measured('query refund', queryRefund),
    bill: measured('bill', bill),
  }
}

/** The channel works, and says no. */
function isRefusal(error: unknown): boolean {
  return error instanceof ChannelRefusal && !error.unable
}
