import { describe, expect, it } from 'vitest'
import { ChannelPaused, createCircuit } from '../circuit.ts'
import { ChannelRefusal } from './channel-refusal.ts'
import { gatewayCircuit } from './circuit.ts'

function makeChannel() {
  const channel = { now: 0, asked: 0, answer: async () => 'address' }
  const { through, isPaused } = createCircuit(() => channel.now, gatewayCircuit)
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
async function ends(ask: () => Promise<string>, count: number): Promise<string[]> {
  const said: string[] = []
  for (let made = 0; made < count; made += 1)
    said.push(await ask().catch((error) => (error instanceof ChannelPaused ? 'paused' : error.message)))
  return said
}

describe('circuit breaker of a channel', () => {
  it('after five failures in a row the circuit refuses at once without asking the channel', async () => {
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

  it('the circuit lets one probe through per pause, and the pauses double up to a minute', async () => {
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

  it('the circuit refuses other calls during a probe and closes when the probe gets a response', async () => {
    const { channel, ask, isPaused } = makeChannel()
    channel.answer = down
    await ends(ask, 4)
    expect(isPaused()).toBe(false)
    await ends(ask, 1)
    expect(isPaused()).toBe(true)
    const probe = Promise.withResolvers<string>()
    channel.now = 2000
    channel.answer = () => probe.promise
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

  it('twenty failures of simultaneous calls pause the channel no longer than five failures', async () => {
    const { channel, ask } = makeChannel()
    channel.answer = down
    await Promise.allSettled(Array.from({ length: 20 }, ask))
    expect(channel.asked).toBe(20)
    expect(await ends(ask, 1)).toEqual(['paused'])
    channel.now = 2000
    channel.answer = async () => 'address'
    expect(await ends(ask, 2)).toEqual(['address', 'address'])
  })

  it('a late successful response to an earlier call ends the pause of the circuit', async () => {
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

  it('the channel’s refusal counts as a response, but its report of an outage counts as a failure', async () => {
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
