/** Each kind has an approved SMS template where SMS is configured (docs/messages.md). */
export const messageKinds = ['PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT', 'COURSE'] as const

export type MessageKind = (typeof messageKinds)[number]
