import { describe, expect, it } from 'vitest'
import { ExamSimulation, type SimulatedExamPage } from '../../test/exam-world.ts'

function outOfReach(): { world: ExamSimulation; page: SimulatedExamPage } {
  const world = new ExamSimulation()
  const page = world.enter()
  world.pass(100)
  world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
  world.deliver(page, 'lost')
  world.pass(5)
  page.sent = null
  page.state = { ...page.state, sending: null }
  return { world, page }
}
const back = (world: ExamSimulation, page: SimulatedExamPage) => {
  world.tell(page, { on: 'online' })
  world.deliver(page, 'fine')
}

describe('answers of two devices', () => {
  it('an older answer that arrives later gives way to the newer one, and the page says so', () => {
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

  it('a newer answer replaces the answer of another device, and the page says so', () => {
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

  it('answers of a killed page give way to newer answers of another device when the paper opens again', () => {
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

  it('answers of a killed page give way to newer answers of another device even after another page has saved', () => {
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
    expect(next.sent).toMatchObject({ do: 'save', seq: 1 })
    world.deliver(next, 'fine')
    expect(world.answers).toEqual({ q1: ['b'], q2: ['a'] })
    expect(next.state).toMatchObject({ answers: world.answers, unsaved: {}, changed: [1] })
  })

  it('an answer changed during a save is not mistaken for another device’s answer', () => {
    const world = new ExamSimulation()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.pass(1)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.deliver(page, 'fine')
    expect(page.sent).toMatchObject({ seq: 2, answers: { q1: ['b'] } })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ unsaved: {}, changed: [] })
  })

  it('a repeated choice of a saved option counts as a new answer', () => {
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

  it('if the device clock stood still after an answer, the answer counts as older, never as newer', () => {
    const { world, page } = outOfReach()
    world.elsewhere('q1', ['b'])
    page.state = { ...page.state, offset: page.state.offset + 60_000 }
    back(world, page)
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['b'] })
  })
})

describe('another device saves while this page is idle', () => {
  it('a heartbeat reveals answers of another device, and the page shows them', () => {
    const world = new ExamSimulation()
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

  it('submitting without having seen another device’s answers returns to the paper first', () => {
    const world = new ExamSimulation()
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

  it('submitting seen answers succeeds although another device saved in between', () => {
    const world = new ExamSimulation()
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

  it('at the deadline, unseen answers are submitted without a return to the paper', () => {
    const world = new ExamSimulation()
    const page = world.enter()
    world.elsewhere('q1', ['b'])
    world.pass(1800)
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
    expect(world.answers).toEqual({ q1: ['b'] })
  })
})

describe('a save of the same page arrives late', () => {
  function slowLine(): { world: ExamSimulation; page: SimulatedExamPage } {
    const world = new ExamSimulation()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.pass(5)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.deliver(page, 'late')
    world.pass(0.5)
    world.arriveLate()
    return { world, page }
  }

  it('a late save of the same page does not undo the submission', () => {
    const { world, page } = slowLine()
    world.tell(page, { on: 'submit' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitting', changed: [] })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', answers: { q1: ['b'] } })
    expect(world.answers).toEqual({ q1: ['b'] })
  })

  it('a late save of the same page is not reported as another device’s save', () => {
    const { world, page } = slowLine()
    world.tell(page, { on: 'online' })
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ unsaved: {}, changed: [] })
    // Another device chose the same option.
    world.elsewhere('q1', ['a'])
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['c'] })
    world.deliver(page, 'fine')
    expect(page.state.changed).toEqual([1])
  })

  it('a later choice of the same option on another device wins', () => {
    const { world, page } = slowLine()
    world.elsewhere('q1', ['a'])
    world.tell(page, { on: 'online' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ answers: { q1: ['a'] }, unsaved: {}, changed: [1] })
  })
})
