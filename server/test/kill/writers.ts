import { setTimeout } from 'node:timers/promises'
import { clientBase } from '@ce/contract'

/** A simulated page that sends bodies in order and repeats each until the server confirms it. */
export interface RepeatingWriter {
  path: string
  token: string
  body(n: number): object
}

/** @returns the number of confirmed bodies, in order and without gaps */
export async function writeUntilStopped(
  origin: string,
  writer: RepeatingWriter,
  running: () => boolean,
  acknowledgedAt: (ms: number) => void = () => {},
): Promise<number> {
  let acknowledged = 0
  while (running()) {
    if (await sent(origin, writer, acknowledged + 1)) {
      acknowledged += 1
      acknowledgedAt(performance.now())
    } else await setTimeout(50)
  }
  return acknowledged
}

/** @returns false when the result is unknown @throws Error on a refusal. */
async function sent(origin: string, { path, token, body }: RepeatingWriter, n: number): Promise<boolean> {
  const response = await fetch(origin + clientBase + path, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body(n)),
  }).catch(() => null)
  if (!response) return false
  const text = await response.text()
  if (response.status >= 500) return false
  if (!text.startsWith('{"code":1,')) throw new Error(`write ${n} refused: ${text}`)
  return true
}
