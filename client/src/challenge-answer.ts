import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

export type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/**
 * Works a proof-of-work question out: base64 JSON of {challenge, solution}; null when there is no answer in time.
 * `onTry` hears of each key that is tried.
 */
export async function answerChallenge(
  challenge: Challenge,
  onTry: () => void = () => {},
): Promise<string | null> {
  const solution = await solveChallenge({
    challenge,
    deriveKey: (...question) => {
      onTry()
      return deriveKey(...question)
    },
  })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
