import { describe, expect, it } from 'vitest'
import { type NetworkConnection, shouldOfferLowData } from './low-data.ts'

describe('when 省流量 is offered', () => {
  it('省流量 is offered on a mobile connection', () => {
    expect(shouldOfferLowData({ type: 'cellular' }, null)).toBe(true)
  })

  it.each<[NetworkConnection | undefined, boolean | null, string]>([
    [{ type: 'wifi' }, null, 'on Wi-Fi'],
    [undefined, null, 'when the browser does not tell'],
    [{ type: 'cellular' }, false, 'once it was declined'],
    [{ type: 'cellular' }, true, 'once it was taken'],
    [{ type: 'cellular', saveData: true }, null, 'when the browser saves data already'],
  ])('省流量 is not offered for connection %j and earlier choice %j (%s)', (line, chosen, _why) => {
    expect(shouldOfferLowData(line, chosen)).toBe(false)
  })
})
