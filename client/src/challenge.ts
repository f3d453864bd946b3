export type ChallengeWorkerMessage = { done: number } | { answer: string } | { problem: string }

/** The server's counter stays below this (server/src/platform/auth/challenges.ts). Only for the progress shown. */
const likelyMost = 400

/**
 * Solves an ALTCHA PBKDF2 challenge in a worker. Returns base64 JSON of {challenge, solution}. `onProgress` gets an
 * estimate from 0 to 1.
 * @throws Error with a Chinese message when the browser cannot solve it
 */
export function solveChallenge(challenge: unknown, onProgress: (share: number) => void = () => {}): Promise<string> {
  if (!globalThis.crypto?.subtle)
    return Promise.reject(new Error('当前连接不安全，无法完成安全验证，请使用 https 地址访问'))
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onerror = () => reject(new Error('安全验证未能完成，请刷新页面重试'))
    worker.onmessage = ({ data }: MessageEvent<ChallengeWorkerMessage>) => {
      if ('done' in data) return onProgress(Math.min(data.done / likelyMost, 0.99))
      if ('problem' in data) return reject(new Error('安全验证未能完成，请重试'))
      onProgress(1)
      resolve(data.answer)
    }
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
