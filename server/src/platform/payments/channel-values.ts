import { z } from 'zod'

/** The form of a number at a payment channel. Other text is never a number of ours and must not reach the database. */
export const channelNumber = z.string().regex(/^[\w*|@-]{1,64}$/)

export const isChannelNumber = (text: string): boolean => channelNumber.safeParse(text).success

/** Yuan with at most two decimals are read without floating point. @throws Error for other text. */
export function yuanToFen(yuan: string): number {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!match?.[1]) throw new Error('an amount that is none')
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** 12000 → "120.00". @throws Error for values that `yuanToFen` could not convert back. */
export function fenToYuan(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0 || fen >= 10_000_000_000) throw new Error('not a number of fen')
  const digits = String(fen).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An unknown state of the channel must throw and never be misread. */
export function mapKnownStates<Meaning extends string>(words: Readonly<Record<string, Meaning>>) {
  return z.string().transform((word, context) => {
    const meaning = Object.hasOwn(words, word) ? words[word] : undefined
    if (meaning) return meaning
    context.addIssue({ code: 'custom', message: `unknown state ${word}` })
    return z.NEVER
  })
}

/** @throws Error when the body is longer than the limit. */
export async function readResponseBytes(response: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let left = most
  for await (const piece of response.body ?? []) {
    left -= piece.length
    if (left < 0) throw new Error('the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
