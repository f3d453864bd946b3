import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ChallengeMessage } from './challenge.ts'

type Question = Parameters<typeof solveChallenge>[0]['challenge']

const tell = (message: ChallengeMessage) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    let done = 0
    const solution = await solveChallenge({
      challenge: data,
      deriveKey: (...question) => {
        done += 1
        if (done % 20 === 0) tell({ done })
        return deriveKey(...question)
      },
    })
    if (!solution) return tell({ problem: 'no solution in time' })
    tell({ answer: btoa(JSON.stringify({ challenge: data, solution })) })
  } catch (error) {
    tell({ problem: String(error) })
  }
}
