import { describe, expect, it } from 'vitest'
import { ExamSimulation } from '../../test/exam-world.ts'
import { remainingSeconds } from './state.ts'

describe('exam on a device that slept for ten minutes', () => {
  const sleptMs = 600_000

  function woken() {
    const world = new ExamSimulation()
    const page = world.enter()
    world.pass(60)
    world.beat(page)
    const sentAt = world.now
    const serverNow = world.iso
    const deadline = new Date(world.deadline).toISOString()
    world.pass(1)
    page.commands = []
    world.tell(page, { on: 'woke' })
    const beat = (sent: number, at: string) => {
      const answer = { serverNow: at, deadline, captures: [], beacon: world.beacon, sentAt: sent }
      world.tell(page, { on: 'beat', ...answer })
    }
    const serverAt = () => new Date(world.now + world.skew + sleptMs).toISOString()
    return { world, page, beat, serverAt, old: { sentAt, serverNow } }
  }
  const left = ({ world, page }: ReturnType<typeof woken>) => remainingSeconds(page.state, world.now)

  it('after a sleep, the page asks the server repeatedly until it answers', () => {
    const { world, page } = woken()
    expect(page.commands).toEqual([{ do: 'sync' }])
    world.pass(3)
    expect(page.commands.at(-1)).toEqual({ do: 'beat' })
    world.tell(page, { on: 'notBeaten', failure: { why: 'unsent' } })
    page.commands = []
    world.pass(2)
    expect(page.commands).toEqual([])
    world.pass(1)
    expect(page.commands).toEqual([{ do: 'beat' }])
  })

  it('after a sleep, the page counts down by the server’s time', () => {
    const all = woken()
    all.world.pass(1)
    expect(left(all)).toBe(1800 - 62)
    all.beat(all.world.now, all.serverAt())
    expect(left(all)).toBe(1800 - 662)
    all.page.commands = []
    all.world.pass(15)
    expect(all.page.commands).toEqual([])
  })

  it('a response to a request from before a sleep does not set the clock', () => {
    const all = woken()
    all.world.pass(1)
    all.beat(all.world.now, all.serverAt())
    all.beat(all.old.sentAt, all.old.serverNow)
    expect(left(all)).toBe(1800 - 662)
  })
})
