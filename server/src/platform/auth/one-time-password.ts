import { randomInt } from 'node:crypto'

/** without what looks alike on paper */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/]

/**
 * A password to be said once and changed at the first sign-in: groups of four, 23 bits each, with letters of both cases and
 * figures, so that it keeps every rule of a password a person chooses.
 */
export function oneTimePassword(groups = 4): string {
  const letter = () => alphabet[randomInt(alphabet.length)]
  for (;;) {
    const drawn = Array.from({ length: groups }, () => Array.from({ length: 4 }, letter).join(''))
    const password = drawn.join('-')
    if (kinds.every((kind) => kind.test(password))) return password
  }
}
