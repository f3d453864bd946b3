import type { Move } from './moves.ts'
import { eventOf, plot, stepOf } from './plot.ts'

const paid = () => plot('order', '!pay', 'notify')
const refunded = () => [...paid(), ...plot('ask', 'decide')]
const decided = () => plot('propose', 'agree')
const bill = () => plot('!bills', 'reconcile')
/** decided, opened again, decided otherwise */
const twice = () => [...decided(), ...plot('reopen'), ...decided()]

/** the channel does not answer the next question of this kind (`moves.ts` chooses by these numbers) */
const deaf = { query: 8, queryRefund: 4 } as const
/** what becomes of refunds that are asked for from now on */
const outcome = { PROCESSING: 1, ABNORMAL: 2 } as const

/** What staff decide afterwards: refunds of the merchant console, money of nobody, and days that end meanwhile. */
export function casePlots(): Record<string, Move[]> {
  return {
    'a payment heard of after midnight': plot(
      '!toMidnight',
      'order',
      '!pay',
      '!afterMidnight',
      'notify',
    ),
    'a payment that only the bill tells of': plot('order', '!pay', '!bills', 'reconcile'),
    'a refund in the merchant console': [
      ...paid(),
      ...plot('!consoleRefund'),
      stepOf('notify', 1),
      ...decided(),
    ],
    'a refund in the merchant console that the bill tells of': [
      ...paid(),
      ...plot('!consoleRefund'),
      ...bill(),
      ...twice(),
    ],
    'a part given back in the merchant console of a refund that is stuck': [
      ...paid(),
      ...plot('ask', '!refunds', 'decide', '!consoleRefund'),
      stepOf('notify', 1),
      ...decided(),
      ...plot('refund'),
      ...decided(),
    ],
    'money of nobody': [...plot('order', '!stranger'), ...bill(), ...twice()],
    'refunds in the merchant console of an employer’s lines': [
      ...plot('team', '!pay', 'notify', '!consoleRefund'),
      stepOf('notify', 1),
      ...decided(),
      ...plot('teamAsk', 'decide'),
    ],
    ...ofWrongBills(),
    ...ofWrongWords(),
    ...ofLateWords(),
  }
}

/** Bills that say something else than was. */
function ofWrongBills(): Record<string, Move[]> {
  return {
    'a bill of another sum': [...paid(), ...plot('!alter'), ...bill(), ...twice()],
    'a bill of another sum, of what was not booked': [
      ...plot('order', '!pay', '!alter'),
      ...bill(),
      ...decided(),
      ...plot('notify'),
    ],
    'a payment that no bill shows': [
      ...paid(),
      ...plot('!stranger', '!forget'),
      ...bill(),
      ...twice(),
    ],
    'an empty bill': [...paid(), ...plot('!forget'), ...bill(), ...twice(), ...plot('reconcile')],
    'a refund of another sum in the bill': [
      ...refunded(),
      ...plot('!alterRefund'),
      ...bill(),
      ...twice(),
    ],
    'a refund that no bill shows': [...refunded(), ...plot('!forgetRefund'), ...bill(), ...twice()],
  }
}

/** Notifications of what is not so, and books that somebody changed. */
function ofWrongWords(): Record<string, Move[]> {
  return {
    'a notification of another sum': [
      ...plot('order', '!pay', '!lie'),
      stepOf('notify', 1),
      ...decided(),
      ...plot('notify'),
    ],
    'a notification of a time that cannot be': [
      ...plot('order', '!pay', '!wrongTime', 'notify'),
      ...decided(),
      ...bill(),
    ],
    'a notification of a time still to come, after midnight': [
      ...plot('!toMidnight', 'order', '!pay'),
      eventOf('wrongTime', 1),
      ...plot('!afterMidnight', 'notify', '!bills', 'reconcile'),
    ],
    'books that somebody changed': [...paid(), ...plot('!tamper'), ...decided()],
  }
}

/** What was decided before its channel said more. */
function ofLateWords(): Record<string, Move[]> {
  const stuck = () => [
    ...paid(),
    ...plot('ask'),
    eventOf('refunds', outcome.ABNORMAL),
    ...plot('decide'),
  ]
  return {
    'a payment decided before its notice': [
      ...plot('order', '!pay', '!bills'),
      eventOf('fault', deaf.query),
      ...plot('reconcile'),
      ...decided(),
      ...plot('notify', 'query', 'reopen', 'propose', 'notify', 'agree'),
    ],
    'a refund that only the bill tells of': [
      ...paid(),
      ...plot('ask'),
      eventOf('refunds', outcome.PROCESSING),
      ...plot('decide', '!endRefunds', '!bills'),
      eventOf('fault', deaf.queryRefund),
      ...plot('reconcile'),
      ...decided(),
      ...plot('!sendRefunds', 'reopen', 'refund'),
    ],
    'a transfer in place of a refund that arrives as well': [
      ...stuck(),
      ...decided(),
      ...plot('!endRefunds', '!sendRefunds'),
      stepOf('notify', 1),
      ...bill(),
      ...twice(),
    ],
    'a transfer of which the bill says that the channel gave it, too': [
      ...stuck(),
      ...decided(),
      ...plot('!endRefunds'),
      ...bill(),
      ...twice(),
    ],
    'a refund that arrives while a transfer waits for its second person': [
      ...stuck(),
      ...plot('propose', '!endRefunds', '!sendRefunds'),
      stepOf('notify', 1),
      ...plot('agree', 'propose', 'agree'),
    ],
  }
}
