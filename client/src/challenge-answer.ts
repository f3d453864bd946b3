import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

export type AltchaChallenge = Parameters<typeof solveChallenge>[0]['challenge']

/** Returns base64 JSON of {challenge, solution}, or null on a timeout. `onTry` is called for each key. */
export async function computeChallengeAnswer(
  challenge: AltchaChallenge,
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
