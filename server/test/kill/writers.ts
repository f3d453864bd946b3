import { setTimeout } from 'node:timers/promises'
import { clientBase } from '@ce/contract'

/** One page that sends one body after another and sends each again until it is answered. */
export interface Writer {
  path: string
  token: string
  /** the body of the nth write, from 1 */
  body(n: number): object
}

/** Writes until told to stop. @returns how many of its bodies were acknowledged, in order and without a gap */
export async function keepWriting(
  origin: string,
  writer: Writer,
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

/** False: the database or the connection was away, whether it was written is not known. @throws Error on a refusal */
async function sent(origin: string, { path, token, body }: Writer, n: number): Promise<boolean> {
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
