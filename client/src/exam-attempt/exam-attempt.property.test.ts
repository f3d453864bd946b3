import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ExamSimulation, type RequestFate, type SimulatedExamPage } from '../../test/exam-world.ts'
import { answerSaveStateOf } from './state.ts'

/** Questions 1 to 3 are answered in this browser, 4 and 5 on another device. */
const here = ['q1', 'q2', 'q3']

type Move = (room: ExamSimulation, typed: Map<string, string[]>) => void

const pageOf = (room: ExamSimulation, index: number): SimulatedExamPage => {
  const page = room.pages[index % room.pages.length]
  if (!page) throw new Error('the room is empty')
  return page
}

const letters = fc.subarray(['a', 'b', 'c', 'd'])
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.nat(1), fc.nat(2), letters).map(type) },
  { weight: 5, arbitrary: fc.tuple(fc.nat(1), fate()).map(deliver) },
  { weight: 1, arbitrary: fc.nat(1).map(reload) },
  { weight: 1, arbitrary: fc.constant<Move>((room) => room.arriveLate()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('q4', 'q5').map(
      (id): Move =>
        (room, typed) => {
          room.elsewhere(id, ['b'])
          typed.set(id, ['b'])
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 20 }).map(
      (s): Move =>
        (room) =>
          room.pass(s),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(1).map(
      (index): Move =>
        (room) =>
          room.tell(pageOf(room, index), { on: 'online' }),
    ),
  },
)

const orBlind: fc.Arbitrary<Move> = fc.oneof(
  { weight: 16, arbitrary: move },
  { weight: 1, arbitrary: fc.constant<Move>(reloadBlind) },
  { weight: 1, arbitrary: fc.constant<Move>((room) => readLate(room)) },
)

function fate(): fc.Arbitrary<RequestFate> {
  return fc.constantFrom('fine', 'fine', 'fine', 'lost', 'swallowed', 'late')
}

function type([index, number, chosen]: [number, number, string[]]): Move {
  return (room, typed) => {
    const id = here[number] ?? 'q1'
    const options = id === 'q3' ? chosen : chosen.slice(0, 1)
    room.now += 1
    room.tell(pageOf(room, index), { on: 'answer', questionId: id, options })
    typed.set(id, options)
  }
}

function deliver([index, what]: [number, RequestFate]): Move {
  return (room) => room.deliver(pageOf(room, index), what)
}

function reload(index: number): Move {
  return (room) => room.reload(pageOf(room, index))
}

/**
 * Reloads the page while its device storage is silent. The last request is dropped; arriving late, it would count as
 * the newest answer.
 */
function reloadBlind(room: ExamSimulation): void {
  if (room.pages.length > 1) return
  room.reload(pageOf(room, 0), true)
}

function readLate(room: ExamSimulation): void {
  for (const page of [...room.pages]) room.readLate(page)
}

function calmDown(room: ExamSimulation): void {
  readLate(room)
  for (let turn = 0; turn < 12; turn += 1) {
    room.pass(16)
    for (const page of [...room.pages]) {
      room.deliver(page, 'fine')
      room.beat(page)
    }
    room.arriveLate()
  }
}

function hasUnseen(page: SimulatedExamPage, typed: Map<string, string[]>): boolean {
  return ['q4', 'q5'].some((id) => typed.has(id) && !page.state.answers[id])
}

function lookAgain(room: ExamSimulation, page: SimulatedExamPage): void {
  expect(page.state.phase).toBe('running')
  expect(page.state.changed.length).toBeGreaterThan(0)
  room.tell(page, { on: 'submit' })
  calmDown(room)
}

it('no answer is lost, and the server ends with the last typed answers', () => {
  fc.assert(
    fc.property(fc.array(orBlind, { maxLength: 60 }), fc.constantFrom(1, 2), (moves, pages) => {
      const room = new ExamSimulation()
      const typed = new Map<string, string[]>()
      for (let count = 0; count < pages; count += 1) room.enter()
      for (const one of moves) one(room, typed)
      calmDown(room)
      const wanted = Object.fromEntries(typed)
      expect(room.answers).toEqual(wanted)
      expect(room.copy).toEqual({})
      for (const { state } of room.pages) {
        expect(answerSaveStateOf(state)).toBe('saved')
        for (const id of here) expect(state.answers[id]).toEqual(wanted[id])
      }
      const first = pageOf(room, 0)
      const unseen = hasUnseen(first, typed)
      room.tell(first, { on: 'submit' })
      calmDown(room)
      if (unseen) lookAgain(room, first)
      expect(first.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
      expect(room.answers).toEqual(wanted)
    }),
    { numRuns: 1500 },
  )
})

it('a submission includes all answers typed before it, on good and bad networks', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 20 }), fc.array(fate(), { maxLength: 6 }), (moves, fates) => {
      const room = new ExamSimulation()
      const typed = new Map<string, string[]>()
      room.enter()
      for (const one of moves) one(room, typed)
      const page = pageOf(room, 0)
      const unseen = hasUnseen(page, typed)
      room.tell(page, { on: 'submit' })
      for (const what of fates) {
        room.deliver(page, what)
        room.pass(16)
      }
      calmDown(room)
      if (unseen) lookAgain(room, page)
      expect(page.state.phase).toBe('submitted')
      expect(room.answers).toEqual(Object.fromEntries(typed))
    }),
    { numRuns: 300 },
  )
})
