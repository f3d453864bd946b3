import type { StoryMove } from './moves.ts'
import { buildPlot, createEventMove, createStepMove } from './story-steps.ts'

const paid = () => buildPlot('order', '!pay', 'notify')
const refunded = () => [...paid(), ...buildPlot('ask', 'decide')]
const decided = () => buildPlot('propose', 'agree')
const bill = () => buildPlot('!bills', 'reconcile')
const twice = () => [...decided(), ...buildPlot('reopen'), ...decided()]

/**
 * Picks of the event `fault` that make the channel's next query of a payment or of a refund fail (`moves.ts` maps picks
 * to faults).
 */
const deaf = { query: 8, queryRefund: 4 } as const
const outcome = { PROCESSING: 1, ABNORMAL: 2 } as const

export function buildMoneyCasePlots(): Record<string, StoryMove[]> {
  return {
    'a payment heard of after midnight': buildPlot('!toMidnight', 'order', '!pay', '!afterMidnight', 'notify'),
    'a payment that only the bill tells of': buildPlot('order', '!pay', '!bills', 'reconcile'),
    'a refund in the merchant console': [
      ...paid(),
      ...buildPlot('!consoleRefund'),
      createStepMove('notify', 1),
      ...decided(),
    ],
    'a refund in the merchant console that the bill tells of': [
      ...paid(),
      ...buildPlot('!consoleRefund'),
      ...bill(),
      ...twice(),
    ],
    'a part given back in the merchant console of a refund that is stuck': [
      ...paid(),
      ...buildPlot('ask', '!refunds', 'decide', '!consoleRefund'),
      createStepMove('notify', 1),
      ...decided(),
      ...buildPlot('refund'),
      ...decided(),
    ],
    'money of nobody': [...buildPlot('order', '!stranger'), ...bill(), ...twice()],
    'refunds in the merchant console of an employer’s lines': [
      ...buildPlot('team', '!pay', 'notify', '!consoleRefund'),
      createStepMove('notify', 1),
      ...decided(),
      ...buildPlot('teamAsk', 'decide'),
    ],
    ...ofWrongBills(),
    ...ofWrongWords(),
    ...ofLateWords(),
  }
}

function ofWrongBills(): Record<string, StoryMove[]> {
  return {
    'a bill of another sum': [...paid(), ...buildPlot('!alter'), ...bill(), ...twice()],
    'a bill of another sum, of what was not booked': [
      ...buildPlot('order', '!pay', '!alter'),
      ...bill(),
      ...decided(),
      ...buildPlot('notify'),
    ],
    'a payment that no bill shows': [...paid(), ...buildPlot('!stranger', '!forget'), ...bill(), ...twice()],
    'an empty bill': [...paid(), ...buildPlot('!forget'), ...bill(), ...twice(), ...buildPlot('reconcile')],
    'a refund of another sum in the bill': [...refunded(), ...buildPlot('!alterRefund'), ...bill(), ...twice()],
    'a refund that no bill shows': [...refunded(), ...buildPlot('!forgetRefund'), ...bill(), ...twice()],
  }
}

function ofWrongWords(): Record<string, StoryMove[]> {
  return {
    'a notification of another sum': [
      ...buildPlot('order', '!pay', '!lie'),
      createStepMove('notify', 1),
      ...decided(),
      ...buildPlot('notify'),
    ],
    'a notification of a time that cannot be': [
      ...buildPlot('order', '!pay', '!wrongTime', 'notify'),
      ...decided(),
      ...bill(),
    ],
    'a notification of a time still to come, after midnight': [
      ...buildPlot('!toMidnight', 'order', '!pay'),
      createEventMove('wrongTime', 1),
      ...buildPlot('!afterMidnight', 'notify', '!bills', 'reconcile'),
    ],
    'books that somebody changed': [...paid(), ...buildPlot('!tamper'), ...decided()],
  }
}

function ofLateWords(): Record<string, StoryMove[]> {
  const stuck = () => [
    ...paid(),
    ...buildPlot('ask'),
    createEventMove('refunds', outcome.ABNORMAL),
    ...buildPlot('decide'),
  ]
  return {
    'a payment decided before its notice': [
      ...buildPlot('order', '!pay', '!bills'),
      createEventMove('fault', deaf.query),
      ...buildPlot('reconcile'),
      ...decided(),
      ...buildPlot('notify', 'query', 'reopen', 'propose', 'notify', 'agree'),
    ],
    'a refund that only the bill tells of': [
      ...paid(),
      ...buildPlot('ask'),
      createEventMove('refunds', outcome.PROCESSING),
      ...buildPlot('decide', '!endRefunds', '!bills'),
      createEventMove('fault', deaf.queryRefund),
      ...buildPlot('reconcile'),
      ...decided(),
      ...buildPlot('!sendRefunds', 'reopen', 'refund'),
    ],
    'a transfer in place of a refund that arrives as well': [
      ...stuck(),
      ...decided(),
      ...buildPlot('!endRefunds', '!sendRefunds'),
      createStepMove('notify', 1),
      ...bill(),
      ...twice(),
    ],
    'a transfer of which the bill says that the channel gave it, too': [
      ...stuck(),
      ...decided(),
      ...buildPlot('!endRefunds'),
      ...bill(),
      ...twice(),
    ],
    'a refund that arrives while a transfer waits for its second person': [
      ...stuck(),
      ...buildPlot('propose', '!endRefunds', '!sendRefunds'),
      createStepMove('notify', 1),
      ...buildPlot('agree', 'propose', 'agree'),
    ],
  }
}
