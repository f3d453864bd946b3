import fc from 'fast-check'
import { buildMoneyCasePlots } from './case-story-steps.ts'
import { type StoryMove, storyEvents, storySteps } from './moves.ts'
import { buildPlot, createLongWaitMove, createStepMove } from './story-steps.ts'

const pick = fc.nat({ max: 29 })
/** One random number for several choices at once. */
const widePick = fc.nat({ max: 32_767 })
const step = fc.record({
  kind: fc.constant('step' as const),
  name: fc.constantFrom(...namesOf(storySteps)),
  pick,
  // Step of the crash; 0 or a number beyond the last step means that the process survives.
  dies: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) }),
  twice: fc.boolean(),
})
const event = fc.record({
  kind: fc.constant('event' as const),
  name: fc.constantFrom(...namesOf(storyEvents)),
  pick,
})
/** Random moves alone rarely reach a refund, so they are mixed into a plot of planned moves. */
export const arbitraryStoryMoves: fc.Arbitrary<StoryMove[]> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...Object.values(buildStoryPlots())),
      fc.constantFrom(...Object.values(buildMoneyCasePlots())),
    ),
    fc.array(
      fc.record({
        at: fc.nat({ max: 99 }),
        move: fc.oneof({ weight: 3, arbitrary: step }, { weight: 4, arbitrary: event }),
      }),
      {
        minLength: 2,
        maxLength: 14,
      },
    ),
    fc.array(fc.tuple(step, fc.nat({ max: 2 }), widePick), { minLength: 24, maxLength: 24 }),
  )
  .map(([way, between, deaths]): StoryMove[] => {
    const moves: StoryMove[] = way.map((move, index) => {
      const [like, chance, wide] = deaths[index] ?? []
      if (move.kind === 'step' && like && decisions.has(move.name))
        return { ...move, pick: wide ?? 0, dies: chance === 0 ? like.dies : 0 }
      return move.kind === 'step' && like && chance === 0 ? { ...move, dies: like.dies, twice: like.twice } : move
    })
    // Insert these moves after the first order, because before it they would do nothing.
    for (const { at, move } of between) moves.splice(1 + (at % moves.length), 0, move)
    return moves
  })

const decisions: ReadonlySet<string> = new Set(['propose', 'agree', 'reopen'])

function namesOf<Names extends string>(record: Record<Names, unknown>): Names[] {
  return Object.keys(record) as Names[]
}

export function buildStoryPlots(): Record<string, StoryMove[]> {
  return {
    'a payment told of': buildPlot('order', '!pay', 'notify'),
    'a payment asked for': buildPlot('order', '!pay', 'query'),
    'a payment found when cancelling': buildPlot('order', '!pay', 'cancel'),
    'a payment found when the time is over': [
      ...buildPlot('order', '!pay'),
      createLongWaitMove(),
      ...buildPlot('expire'),
    ],
    'a payment after closing': buildPlot('order', 'cancel', '!payClosed', 'notify'),
    'a refund': buildPlot('order', '!pay', 'notify', 'ask', 'decide', 'refund'),
    'a change of courses': [...buildPlot('order'), createStepMove('order', 1), ...buildPlot('!pay', 'notify')],
    'a refund that fails first': buildPlot('order', '!pay', 'notify', 'ask', '!fault', 'decide', 'refund'),
    'a refund that the channel refuses': buildPlot('order', '!pay', 'notify', 'ask', '!refunds', 'decide', 'refund'),
    'a payment too late': buildPlot('order', 'cancel', '!payClosed', '!planCloses', 'notify', 'refund'),
    'an employer’s payment': buildPlot('team', '!pay', 'notify'),
    'an employer’s payment asked for': buildPlot('team', '!pay', 'teamQuery'),
    'an employer’s payment found when cancelling': buildPlot('team', '!pay', 'teamCancel'),
    'an employer’s payment after closing': buildPlot('team', 'teamCancel', '!payClosed', 'notify'),
    'an employer’s payment after the student’s own': [
      ...buildPlot('team', 'teamCancel', 'order', '!pay', 'notify'),
      { kind: 'event', name: 'payClosed', pick: 0 },
      ...buildPlot('notify', 'refund'),
    ],
    'refunds of an employer’s lines': [
      ...buildPlot('team', '!pay', 'notify', 'teamAsk', 'decide'),
      createStepMove('teamAsk', 5),
      createStepMove('decide', 5),
    ],
    ...inBrowser(),
    ...byAlipay(),
    ...byAnotherChannel(),
    'two payments': [
      ...buildPlot('order', '!pay'),
      createStepMove('order', 1),
      ...buildPlot('!payClosed', 'notify', 'query', 'refund'),
    ],
  }
}

function inBrowser(): Record<string, StoryMove[]> {
  return {
    'a payment in the browser': buildPlot('order', 'switch', '!pay', 'notify'),
    'a payment in the browser, asked for': buildPlot('order', 'switch', '!pay', 'query'),
    'a payment by the QR, found when switching': buildPlot('order', '!pay', 'switch', 'query'),
    'a way to the browser and back': [
      ...buildPlot('order', 'switch'),
      createStepMove('switch', 3),
      ...buildPlot('!pay', 'notify'),
    ],
    'an address that is too old': [
      ...buildPlot('order', 'switch'),
      { kind: 'event', name: 'wait', pick: 2 },
      { kind: 'event', name: 'wait', pick: 2 },
      ...buildPlot('switch', '!pay', 'notify'),
    ],
    'a payment by the QR after switching': [
      ...buildPlot('order', 'switch'),
      { kind: 'event', name: 'payClosed', pick: 2 },
      ...buildPlot('notify', 'refund'),
    ],
    'payments in both ways': [
      ...buildPlot('order', 'switch', '!pay'),
      { kind: 'event', name: 'payClosed', pick: 2 },
      ...buildPlot('notify'),
      createStepMove('notify', 1),
      ...buildPlot('refund'),
    ],
    'a payment inside WeChat': [...buildPlot('order'), createStepMove('inWechat', 3), ...buildPlot('!pay', 'notify')],
    'another payer inside WeChat': [
      ...buildPlot('order'),
      createStepMove('inWechat', 3),
      ...buildPlot('inWechat', '!pay', 'query'),
    ],
    'a switch while the channel is down': buildPlot('order', '!fault', 'switch', '!pay', 'notify'),
  }
}

function byAlipay(): Record<string, StoryMove[]> {
  return {
    'a payment by Alipay': buildPlot('orderAlipay', '!scan', 'query', '!pay', 'notify'),
    'a payment by Alipay, found when cancelling': buildPlot('orderAlipay', '!pay', 'cancel'),
    'a payment by Alipay after closing': buildPlot('orderAlipay', 'cancel', '!pay', 'notify', 'refund'),
    'a payment by Alipay after paying by WeChat': [
      ...buildPlot('orderAlipay', 'order'),
      { kind: 'event', name: 'pay', pick: 1 },
      ...buildPlot('notify'),
      { kind: 'event', name: 'pay', pick: 0 },
      createStepMove('notify', 1),
      ...buildPlot('refund'),
    ],
    'a refund at Alipay that fails first': buildPlot(
      'orderAlipay',
      '!pay',
      'notify',
      'ask',
      '!refunds',
      'decide',
      'refund',
    ),
  }
}

function byAnotherChannel(): Record<string, StoryMove[]> {
  return {
    'an employer’s payment after another channel was chosen': buildPlot('team', 'teamSwitch', '!pay', 'notify'),
    'an employer’s payment found when another channel is chosen': buildPlot('team', '!pay', 'teamSwitch', 'teamQuery'),
    'an employer’s payment for the order that made way': [
      ...buildPlot('team', 'teamSwitch'),
      { kind: 'event', name: 'payClosed', pick: 0 },
      ...buildPlot('notify', 'refund'),
    ],
  }
}
