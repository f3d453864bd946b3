import { describe, expect, it } from 'vitest'
import { ChannelRefusal } from './channel-refusal.ts'
import { ChannelPaused, circuit } from './circuit.ts'

/** A channel of one call behind a circuit, and a clock that stands still. */
function makeChannel() {
  const channel = { now: 0, asked: 0, answer: async () => 'address' }
  const { through, isPaused } = circuit(() => channel.now)
  const ask = () =>
    through(() => {
      channel.asked += 1
      return channel.answer()
    })
  return { channel, ask, isPaused }
}

const down = async () => {
  throw new Error('no answer')
}
/** How so many calls in turn end. */
async function ends(ask: () => Promise<string>, count: number): Promise<string[]> {
  const said: string[] = []
  for (let made = 0; made < count; made += 1)
    said.push(
      await ask().catch((error) => (error instanceof ChannelPaused ? 'paused' : error.message)),
    )
  return said
}

describe('the circuit of a channel', () => {
  it('answers at once after five failures in a row, and asks nobody meanwhile', async () => {
    const { channel, ask } = makeChannel()
    channel.answer = down
    expect(await ends(ask, 4)).not.toContain('paused')
    channel.answer = async () => 'address'
    await ask()
    channel.answer = down
    expect(await ends(ask, 5)).not.toContain('paused')
    expect(await ends(ask, 20)).toEqual(Array(20).fill('paused'))
    expect(channel.asked).toBe(10)
  })

  it('lets one probe through after a while, waits twice as long after each that fails, a minute at most', async () => {
    const { channel, ask } = makeChannel()
    channel.answer = down
    await ends(ask, 5)
    for (const pause of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      channel.now += pause - 1
      expect(await ends(ask, 1)).toEqual(['paused'])
      channel.now += 1
      expect(await ends(ask, 2)).toEqual(['no answer', 'paused'])
    }
  })

  it('lets nobody through beside a probe that waits, and heals with its answer', async () => {
    const { channel, ask, isPaused } = makeChannel()
    channel.answer = down
    await ends(ask, 4)
    expect(isPaused()).toBe(false)
    await ends(ask, 1)
    expect(isPaused()).toBe(true)
    const probe = Promise.withResolvers<string>()
    channel.now = 2000
    channel.answer = () => probe.promise
    // the next one would be let through
    expect(isPaused()).toBe(false)
    const waits = ask()
    expect(isPaused()).toBe(true)
    expect(await ends(ask, 3)).toEqual(['paused', 'paused', 'paused'])
    probe.resolve('address')
    expect(await waits).toBe('address')
    expect(isPaused()).toBe(false)
    channel.answer = down
    expect(await ends(ask, 5)).not.toContain('paused')
  })

  it('counts those that set out together once: twenty failures pause no longer than five', async () => {
    const { channel, ask } = makeChannel()
    channel.answer = down
    await Promise.allSettled(Array.from({ length: 20 }, ask))
    expect(channel.asked).toBe(20)
    expect(await ends(ask, 1)).toEqual(['paused'])
    channel.now = 2000
    channel.answer = async () => 'address'
    expect(await ends(ask, 2)).toEqual(['address', 'address'])
  })

  it('heals with the late answer of a call that set out before', async () => {
    const { channel, ask } = makeChannel()
    const late = Promise.withResolvers<string>()
    channel.answer = () => late.promise
    const waits = ask()
    channel.answer = down
    await ends(ask, 5)
    expect(await ends(ask, 1)).toEqual(['paused'])
    late.resolve('address')
    await waits
    channel.answer = async () => 'address'
    expect(await ends(ask, 1)).toEqual(['address'])
  })

  it('takes a refusal of what was asked for an answer, and one that says it is unable for none', async () => {
    const { channel, ask } = makeChannel()
    channel.answer = async () => {
      throw new ChannelRefusal('ORDER_CLOSED', 'closed')
    }
    expect(await ends(ask, 20)).not.toContain('paused')
    channel.answer = async () => {
      throw new ChannelRefusal('SYSTEM_ERROR', 'broken', { unable: true })
    }
    expect(await ends(ask, 6)).toEqual([...Array(5).fill('broken'), 'paused'])
  })
})
