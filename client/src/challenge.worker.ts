import type { ChallengeWorkerMessage } from './challenge.ts'
import { type AltchaChallenge, computeChallengeAnswer } from './challenge-answer.ts'

const tell = (message: ChallengeWorkerMessage) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<AltchaChallenge>) => {
  try {
    let done = 0
    const answer = await computeChallengeAnswer(data, () => {
      done += 1
      if (done % 20 === 0) tell({ done })
    })
    tell(answer ? { answer } : { problem: 'no solution in time' })
  } catch (error) {
    tell({ problem: String(error) })
  }
}
