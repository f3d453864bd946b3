import { describe, expect, it } from 'vitest'
import { ExamRoom, type Page } from '../../test/exam-world.ts'

/** A page out of reach whose answer A to question 1 is not saved, while another device answers. */
function outOfReach(): { world: ExamRoom; page: Page } {
  const world = new ExamRoom()
  const page = world.enter()
  world.pass(100)
  world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
  world.deliver(page, 'lost')
  world.pass(5)
  page.sent = null
  page.state = { ...page.state, sending: null }
  return { world, page }
}
const back = (world: ExamRoom, page: Page) => {
  world.tell(page, { on: 'online' })
  world.deliver(page, 'fine')
}

describe('of two devices, the last answer stands', () => {
  it('an older one that comes later gives way, is shown no more, and the page says so', () => {
    const { world, page } = outOfReach()
    world.elsewhere('q1', ['b'])
    world.pass(60)
    back(world, page)
    expect(page.sent).toBeNull()
    expect(page.state).toMatchObject({ answers: { q1: ['b'] }, unsaved: {}, changed: [1] })
    expect(world.answers).toEqual({ q1: ['b'] })
    expect(world.copy).toEqual({})
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['c'] })
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['c'] })
    expect(page.state.changed).toEqual([])
  })

  it('a newer one takes its place, and the page says that there was another', () => {
    const { world, page } = outOfReach()
    world.elsewhere('q1', ['b'])
    world.pass(1)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['c'] })
    if (page.sent) world.deliver(page, 'fine')
    else back(world, page)
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['c'] })
    expect(page.state).toMatchObject({ answers: { q1: ['c'] }, changed: [1] })
  })

  it('so it is for what was left by a page that was killed, once the paper is opened again', () => {
    const { world, page } = outOfReach()
    world.elsewhere('q1', ['b'])
    world.pass(60)
    world.reload(page)
    const [next] = world.pages
    if (!next) throw new Error('nobody sits')
    world.deliver(next, 'fine')
    world.deliver(next, 'fine')
    expect(world.answers).toEqual({ q1: ['b'] })
    expect(next.state).toMatchObject({ answers: { q1: ['b'] }, changed: [1] })
  })

  it('also where a page in between, that did not know of it, has saved more', () => {
    const { world, page } = outOfReach()
    world.elsewhere('q1', ['b'])
    world.pass(60)
    world.close(page)
    const between = world.enterBlind()
    world.tell(between, { on: 'answer', questionId: 'q2', options: ['a'] })
    world.deliver(between, 'fine')
    expect(world.savedSeq).toBe(2)
    world.reload(between)
    const [next] = world.pages
    if (!next) throw new Error('nobody sits')
    // by the number that whoever chose it knew
    expect(next.sent).toMatchObject({ do: 'save', seq: 1 })
    world.deliver(next, 'fine')
    expect(world.answers).toEqual({ q1: ['b'], q2: ['a'] })
    expect(next.state).toMatchObject({ answers: world.answers, unsaved: {}, changed: [1] })
  })

  it('what is changed here while a save is on its way is no other device’s', () => {
    const world = new ExamRoom()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.pass(1)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.deliver(page, 'fine')
    expect(page.sent).toMatchObject({ seq: 2, answers: { q1: ['b'] } })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ unsaved: {}, changed: [] })
  })

  it('one that had arrived, and was chosen again after another, does not pass for its first time', () => {
    const { world, page } = outOfReach()
    world.tell(page, { on: 'online' })
    world.deliver(page, 'swallowed')
    world.close(page)
    world.elsewhere('q1', ['c'])
    world.pass(1)
    const next = world.enter()
    world.tell(next, { on: 'answer', questionId: 'q1', options: ['a'] })
    for (let turn = 0; turn < 3; turn += 1) world.deliver(next, 'fine')
    expect(world.answers).toEqual({ q1: ['a'] })
    expect(next.state).toMatchObject({ answers: { q1: ['a'] }, unsaved: {}, changed: [1] })
  })

  it('a clock that had stood still makes an answer older, never newer', () => {
    const { world, page } = outOfReach()
    world.elsewhere('q1', ['b'])
    // the device slept: its server time is set right before the answer goes out
    page.state = { ...page.state, offset: page.state.offset + 60_000 }
    back(world, page)
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['b'] })
  })
})

describe('another device has saved while this page had nothing to send', () => {
  it('a sign of life tells it, and what is saved is shown', () => {
    const world = new ExamRoom()
    const page = world.enter()
    world.elsewhere('q1', ['b'])
    world.beat(page)
    expect(page.sent).toEqual({ do: 'save', seq: 1, answers: {}, chosen: {} })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ answers: { q1: ['b'] }, savedSeq: 1, changed: [1] })
    expect(world.savedSeq).toBe(1)
    world.beat(page)
    expect(page.sent).toBeNull()
  })

  it('who hands in what they have not seen comes back to the paper, and hands in again', () => {
    const world = new ExamRoom()
    const page = world.enter()
    world.elsewhere('q1', ['b'])
    world.tell(page, { on: 'submit' })
    world.deliver(page, 'fine')
    expect(page.sent).toBeNull()
    expect(world.ended).toBeNull()
    expect(page.state).toMatchObject({ phase: 'running', answers: { q1: ['b'] }, changed: [1] })
    world.tell(page, { on: 'submit' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', changed: [] })
  })

  it('who hands in what they see is done, though another device had saved before what was replaced here', () => {
    const world = new ExamRoom()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    world.elsewhere('q1', ['c'])
    world.pass(1)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.tell(page, { on: 'submit' })
    for (let turn = 0; turn < 3; turn += 1) world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', answers: { q1: ['b'] } })
    expect(world.answers).toEqual({ q1: ['b'] })
  })

  it('the bell waits for nobody', () => {
    const world = new ExamRoom()
    const page = world.enter()
    world.elsewhere('q1', ['b'])
    world.pass(1800)
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
    expect(world.answers).toEqual({ q1: ['b'] })
  })
})

describe('a save of this very page arrives late, after another choice was made', () => {
  /** A is chosen and given up on, B chosen, and A arrives before B is sent again. */
  function slowLine(): { world: ExamRoom; page: Page } {
    const world = new ExamRoom()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.pass(5)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.deliver(page, 'late')
    world.pass(0.5)
    world.arriveLate()
    return { world, page }
  }

  it('handing in is not taken back for it', () => {
    const { world, page } = slowLine()
    world.tell(page, { on: 'submit' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitting', changed: [] })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', answers: { q1: ['b'] } })
    expect(world.answers).toEqual({ q1: ['b'] })
  })

  it('it is not said to be another device’s; what one has chosen since is', () => {
    const { world, page } = slowLine()
    world.tell(page, { on: 'online' })
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ unsaved: {}, changed: [] })
    // the very same, but nothing of this page is under way any more
    world.elsewhere('q1', ['a'])
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['c'] })
    world.deliver(page, 'fine')
    expect(page.state.changed).toEqual([1])
  })

  it('another device that chose the very same after it has the last word', () => {
    const { world, page } = slowLine()
    world.elsewhere('q1', ['a'])
    world.tell(page, { on: 'online' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ answers: { q1: ['a'] }, unsaved: {}, changed: [1] })
  })
})
