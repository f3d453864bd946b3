import fc from 'fast-check'
import { casePlots } from './case-plots.ts'
import { events, type Move, steps } from './moves.ts'
import { plot, stepOf, waitLong } from './plot.ts'

const pick = fc.nat({ max: 29 })
/** one that makes several choices at once */
const widePick = fc.nat({ max: 32_767 })
const step = fc.record({
  kind: fc.constant('step' as const),
  name: fc.constantFrom(...namesOf(steps)),
  pick,
  // 0: lives; beyond its last step: lives, too
  dies: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
  ),
  twice: fc.boolean(),
})
const event = fc.record({
  kind: fc.constant('event' as const),
  name: fc.constantFrom(...namesOf(events)),
  pick,
})
/**
 * A way that money goes, with anything happening in between: moves of chance alone would seldom come as far as a refund.
 * Each move of the way may be the one at which the process dies.
 */
export const story: fc.Arbitrary<Move[]> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...Object.values(plots())),
      fc.constantFrom(...Object.values(casePlots())),
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
  .map(([way, between, deaths]): Move[] => {
    const moves: Move[] = way.map((move, index) => {
      const [like, chance, wide] = deaths[index] ?? []
      if (move.kind === 'step' && like && decisions.has(move.name))
        return { ...move, pick: wide ?? 0, dies: chance === 0 ? like.dies : 0 }
      return move.kind === 'step' && like && chance === 0
        ? { ...move, dies: like.dies, twice: like.twice }
        : move
    })
    // nothing happens before an order
    for (const { at, move } of between) moves.splice(1 + (at % moves.length), 0, move)
    return moves
  })

/** what they choose is chosen by chance */
const decisions: ReadonlySet<string> = new Set(['propose', 'agree', 'reopen'])

function namesOf<Names extends string>(record: Record<Names, unknown>): Names[] {
  return Object.keys(record) as Names[]
}

/** Every way a payment and a refund go. */
export function plots(): Record<string, Move[]> {
  return {
    'a payment told of': plot('order', '!pay', 'notify'),
    'a payment asked for': plot('order', '!pay', 'query'),
    'a payment found when cancelling': plot('order', '!pay', 'cancel'),
    'a payment found when the time is over': [
      ...plot('order', '!pay'),
      waitLong(),
      ...plot('expire'),
    ],
    'a payment after closing': plot('order', 'cancel', '!payClosed', 'notify'),
    'a refund': plot('order', '!pay', 'notify', 'ask', 'decide', 'refund'),
    'a change of courses': [...plot('order'), stepOf('order', 1), ...plot('!pay', 'notify')],
    'a refund that fails first': plot(
      'order',
      '!pay',
      'notify',
      'ask',
      '!fault',
      'decide',
      'refund',
    ),
    'a refund that the channel refuses': plot(
      'order',
      '!pay',
      'notify',
      'ask',
      '!refunds',
      'decide',
      'refund',
    ),
    'a payment too late': plot('order', 'cancel', '!payClosed', '!planCloses', 'notify', 'refund'),
    'an employer’s payment': plot('team', '!pay', 'notify'),
    'an employer’s payment asked for': plot('team', '!pay', 'teamQuery'),
    'an employer’s payment found when cancelling': plot('team', '!pay', 'teamCancel'),
    'an employer’s payment after closing': plot('team', 'teamCancel', '!payClosed', 'notify'),
    'an employer’s payment after the student’s own': [
      ...plot('team', 'teamCancel', 'order', '!pay', 'notify'),
      { kind: 'event', name: 'payClosed', pick: 0 },
      ...plot('notify', 'refund'),
    ],
    'refunds of an employer’s lines': [
      ...plot('team', '!pay', 'notify', 'teamAsk', 'decide'),
      stepOf('teamAsk', 5),
      stepOf('decide', 5),
    ],
    ...inBrowser(),
    ...byAlipay(),
    ...byAnotherChannel(),
    'two payments': [
      ...plot('order', '!pay'),
      stepOf('order', 1),
      ...plot('!payClosed', 'notify', 'query', 'refund'),
    ],
  }
}

/** Ways that lead through a phone's browser or into WeChat's, or back from it. */
function inBrowser(): Record<string, Move[]> {
  return {
    'a payment in the browser': plot('order', 'switch', '!pay', 'notify'),
    'a payment in the browser, asked for': plot('order', 'switch', '!pay', 'query'),
    'a payment by the QR, found when switching': plot('order', '!pay', 'switch', 'query'),
    'a way to the browser and back': [
      ...plot('order', 'switch'),
      stepOf('switch', 3),
      ...plot('!pay', 'notify'),
    ],
    'an address that is too old': [
      ...plot('order', 'switch'),
      { kind: 'event', name: 'wait', pick: 2 },
      { kind: 'event', name: 'wait', pick: 2 },
      ...plot('switch', '!pay', 'notify'),
    ],
    'a payment by the QR after switching': [
      ...plot('order', 'switch'),
      { kind: 'event', name: 'payClosed', pick: 2 },
      ...plot('notify', 'refund'),
    ],
    'payments in both ways': [
      ...plot('order', 'switch', '!pay'),
      { kind: 'event', name: 'payClosed', pick: 2 },
      ...plot('notify'),
      stepOf('notify', 1),
      ...plot('refund'),
    ],
    'a payment inside WeChat': [...plot('order'), stepOf('inWechat', 3), ...plot('!pay', 'notify')],
    'another payer inside WeChat': [
      ...plot('order'),
      stepOf('inWechat', 3),
      ...plot('inWechat', '!pay', 'query'),
    ],
    'a switch while the channel is down': plot('order', '!fault', 'switch', '!pay', 'notify'),
  }
}

/** By a QR that is no trade until somebody scans it, and outlives its closing. */
function byAlipay(): Record<string, Move[]> {
  return {
    'a payment by Alipay': plot('orderAlipay', '!scan', 'query', '!pay', 'notify'),
    'a payment by Alipay, found when cancelling': plot('orderAlipay', '!pay', 'cancel'),
    'a payment by Alipay after closing': plot('orderAlipay', 'cancel', '!pay', 'notify', 'refund'),
    'a payment by Alipay after paying by WeChat': [
      ...plot('orderAlipay', 'order'),
      { kind: 'event', name: 'pay', pick: 1 },
      ...plot('notify'),
      { kind: 'event', name: 'pay', pick: 0 },
      stepOf('notify', 1),
      ...plot('refund'),
    ],
    'a refund at Alipay that fails first': plot(
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

/** The employer's order, while it is open. */
function byAnotherChannel(): Record<string, Move[]> {
  return {
    'an employer’s payment after another channel was chosen': plot(
      'team',
      'teamSwitch',
      '!pay',
      'notify',
    ),
    'an employer’s payment found when another channel is chosen': plot(
      'team',
      '!pay',
      'teamSwitch',
      'teamQuery',
    ),
    'an employer’s payment for the order that made way': [
      ...plot('team', 'teamSwitch'),
      { kind: 'event', name: 'payClosed', pick: 0 },
      ...plot('notify', 'refund'),
    ],
  }
}
