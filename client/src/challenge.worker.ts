import type { ChallengeMessage } from './challenge.ts'
import { answerChallenge, type Challenge } from './challenge-answer.ts'

const tell = (message: ChallengeMessage) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  try {
    let done = 0
    const answer = await answerChallenge(data, () => {
      done += 1
      if (done % 20 === 0) tell({ done })
    })
    tell(answer ? { answer } : { problem: 'no solution in time' })
  } catch (error) {
    tell({ problem: String(error) })
  }
}
