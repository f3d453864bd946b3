import { describe, expect, it } from 'vitest'
import { type Line, offersLowData } from './low-data.ts'

describe('the offer of 省流量', () => {
  it('is made on a mobile line', () => {
    expect(offersLowData({ type: 'cellular' }, null)).toBe(true)
  })

  it.each<[Line | undefined, boolean | null, string]>([
    [{ type: 'wifi' }, null, 'on Wi-Fi'],
    [undefined, null, 'when the browser does not tell'],
    [{ type: 'cellular' }, false, 'once it was declined'],
    [{ type: 'cellular' }, true, 'once it was taken'],
    [{ type: 'cellular', saveData: true }, null, 'when the browser saves data already'],
  ])('is not made: %j, %j (%s)', (line, chosen, _why) => {
    expect(offersLowData(line, chosen)).toBe(false)
  })
})
